import { joinClasses } from '~/app/ui/classes.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import * as css from './scene.css.ts';
import { toSceneryUrl } from './scenery-url.ts';

/** Renders stars at the top of a page in the dark theme, behind the content of a positioned ancestor. */
export function Stars({ className }: { className?: string }) {
	const theme = useTheme();
	if (theme !== 'dark') return null;
	const address = toSceneryUrl({ name: 'stars', variant: 0, theme });
	return <img className={joinClasses(css.stars, className)} src={address} width={1280} height={300} alt="" />;
}
