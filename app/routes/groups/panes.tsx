import { joinClasses } from '~/app/ui/classes.ts';
import * as css from './players.css.ts';

/**
 * Renders three small windows, `lit` of them lit: the glow without color. The number is beside them in words.
 */
export function Panes({ lit }: { lit: 1 | 2 | 3 }) {
	return (
		<span className={css.panes} aria-hidden="true">
			{[1, 2, 3].map((place) => (
				<span key={place} className={joinClasses(css.pane, place <= lit ? css.paneLit : css.paneDark)} />
			))}
		</span>
	);
}
