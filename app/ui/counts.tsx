import { joinClasses } from './classes.ts';
import * as css from './counts.css.ts';
import { plainList } from './layout.css.ts';
import { type Look, ToneIcon } from './tone.tsx';

export type CountsProps = {
	items: readonly (Look & { count: number; word: string })[];
	className?: string;
};

/** Renders a list of counts, each with icon, number and word. */
export function Counts({ items, className }: CountsProps) {
	return (
		<ul className={joinClasses(plainList, css.counts, className)}>
			{items.map(({ count, word, ...look }) => (
				<li key={word} className={css.item}>
					<ToneIcon {...look} size="small" />
					<span>
						<b className={css.number}>{count}</b> {word}
					</span>
				</li>
			))}
		</ul>
	);
}
