import { joinClasses } from '~/app/ui/classes.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { LitWindows } from './lit-windows.tsx';
import { type Cut, type PlaceName, places } from './places.ts';
import * as css from './scene.css.ts';
import { sceneryAddress } from './scenery-address.ts';
import { sceneParams } from './scenes.ts';

type SceneProps = {
	name: PlaceName;
	/**
	 * The number of lit windows; numbers beyond the last slot are only in words. Default: the place's number.
	 */
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
	const cuts: readonly Cut[] = place.cuts;
	const fallback = cuts.at(-1) ?? place.cuts[0];
	const { width, height } = sceneParams(fallback.scene, variant);
	const addressOf = (cut: Cut) => sceneryAddress({ name: cut.scene, variant, theme });
	return (
		<div
			className={joinClasses(
				css.scene,
				fill ? css.fill : css.standing[name],
				name === 'footer' && css.fading,
				className,
			)}
		>
			<picture>
				{cuts.slice(0, -1).map((cut) => (
					<source
						key={cut.scene}
						media={cut.media}
						srcSet={addressOf(cut)}
						width={sceneParams(cut.scene, variant).width}
						height={sceneParams(cut.scene, variant).height}
					/>
				))}
				<img
					className={css.picture[name === 'sign-in' ? 'door' : 'bottom']}
					src={addressOf(fallback)}
					width={width}
					height={height}
					alt=""
					decoding="async"
					loading={place.loading}
				/>
			</picture>
			{cuts.map((cut) => (
				<LitWindows key={`${cut.scene}-${variant}`} cut={cut} variant={variant} lit={lit ?? place.lit} />
			))}
		</div>
	);
}
