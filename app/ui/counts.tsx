import { joinClasses } from './classes.ts';
import * as css from './counts.css.ts';
import { plainList } from './layout.css.ts';
import { StatusIcon, type Tone } from './status.tsx';

export type CountsProps = {
	items: readonly { tone: Tone; count: number; word: string }[];
	className?: string;
};

/** Icon, number and word, one after the other. */
export function Counts({ items, className }: CountsProps) {
	return (
		<ul className={joinClasses(plainList, css.counts, className)}>
			{items.map(({ tone, count, word }) => (
				<li key={word} className={css.item}>
					<StatusIcon tone={tone} size="small" />
					<span>
						<b className={css.number}>{count}</b> {word}
					</span>
				</li>
			))}
		</ul>
	);
}
