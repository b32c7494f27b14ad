import { joinClasses } from '~/app/ui/classes.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { LitWindows } from './lit-windows.tsx';
import { type PlaceName, places, type SceneView } from './places.ts';
import * as css from './scene.css.ts';
import { toSceneryUrl } from './scenery-url.ts';
import { getSceneParams } from './scenes.ts';

type SceneProps = {
	name: PlaceName;
	/** The number of lit windows; numbers beyond the last slot are only in words. Default: the place's number. */
	lit?: number;
	/** The variant of the banner's town, see chooseVariant. Every other place has only one. */
	variant?: number;
	/** Whether it is behind the content of the nearest positioned ancestor instead of in the flow. */
	fill?: boolean;
	className?: string;
};

/**
 * Renders the drawn town. The static part is a cached file, one per theme, selected by width; only the lit
 * windows are in the page. It is decorative, so the page must also state the number of lit windows in words.
 */
export function Scene({ name, lit, variant = 0, fill = false, className }: SceneProps) {
	const theme = useTheme();
	const place = places[name];
	const views: readonly SceneView[] = place.views;
	const fallback = views.at(-1) ?? place.views[0];
	const { width, height } = getSceneParams(fallback.scene, variant);
	const addressOf = (view: SceneView) => toSceneryUrl({ name: view.scene, variant, theme });
	return (
		<div
			className={joinClasses(
				css.scene,
				fill ? css.fill : css.inFlow[name],
				name === 'footer' && css.fading,
				className,
			)}
		>
			<picture>
				{views.slice(0, -1).map((view) => (
					<source
						key={view.scene}
						media={view.media}
						srcSet={addressOf(view)}
						width={getSceneParams(view.scene, variant).width}
						height={getSceneParams(view.scene, variant).height}
					/>
				))}
				<img
					className={css.picture[name === 'sign-in' ? 'signIn' : 'bottom']}
					src={addressOf(fallback)}
					width={width}
					height={height}
					alt=""
					decoding="async"
					loading={place.loading}
					fetchPriority={place.loading === 'eager' ? 'high' : undefined}
				/>
			</picture>
			{views.map((view) => (
				<LitWindows key={`${view.scene}-${variant}`} view={view} variant={variant} lit={lit ?? place.lit} />
			))}
		</div>
	);
}

/** Renders stars at the top of a page in the dark theme, behind the content of a positioned ancestor. */
export function Stars() {
	const theme = useTheme();
	if (theme !== 'dark') return null;
	const address = toSceneryUrl({ name: 'stars', variant: 0, theme });
	return <img className={css.stars} src={address} width={1280} height={300} alt="" />;
}
