import { joinClasses } from '~/app/ui/classes.ts';
import * as css from './panes.css.ts';

/** Three small windows, so many of them lit: the glow without its colour. The number stands beside them in words. */
export function Panes({ lit }: { lit: 1 | 2 | 3 }) {
	return (
		<span className={css.panes} aria-hidden="true">
			{[1, 2, 3].map((place) => (
				<span key={place} className={joinClasses(css.pane, place <= lit ? css.lit : css.dark)} />
			))}
		</span>
	);
}
