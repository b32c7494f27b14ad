import { Name } from '~/app/ui/name.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import * as css from './manage.css.ts';

type EventLinesProps = {
	/** The first of the events that a deletion concerns, with the number of signups that it deletes. */
	events: readonly { title: string; date: string; signups: number }[];
	/** How many others it concerns. */
	more: number;
};

/** Renders events with their dates, because those of every week have the same title. */
export function EventLines({ events, more }: EventLinesProps) {
	return (
		<ul className={css.titles}>
			{events.map(({ title, date, signups }, i) => (
				<li key={i}>
					<Name>{title}</Name>{' '}
					<span className={muted}>
						{formatDateTimeShort(date, EASTERN)} Eastern · {formatCount(signups, 'signup')}
					</span>
				</li>
			))}
			{more > 0 && <li className={muted}>and {more.toLocaleString('en-US')} more</li>}
		</ul>
	);
}
