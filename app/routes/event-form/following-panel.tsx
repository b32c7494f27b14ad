import { useId } from 'react';
import { Card } from '~/app/ui/card.tsx';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { cardTitle, muted } from '~/app/ui/text.css.ts';
import { describeNewEnd } from '~/domain/events/series.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import type { FollowingEdit, FollowingPreview } from '~/server/operations/events/index.ts';
import * as css from './edit-page.css.ts';

/** Renders what an edit changes in the later events of a series, before it is saved. */
export function FollowingPanel({ following: { events, newUntil } }: { following: FollowingEdit }) {
	const heading = useId();
	return (
		<Card aria-labelledby={heading} className={css.preview}>
			<h2 id={heading} className={cardTitle}>
				This also changes later events
			</h2>
			<p className={css.text}>
				Nothing is saved yet. Press Save Changes again to change this event, these, and all that come after
				them.
			</p>
			{newUntil !== null && <p className={css.text}>{describeNewEnd(newUntil)}</p>}
			<ul className={plainList}>
				{events.map((event) => (
					<li key={event.id} className={css.later}>
						<span>
							<Name>{event.title}</Name>, {formatDateTimeShort(event.date, event.timezone)}
						</span>
						<span className={muted}>{describeChange(event)}</span>
					</li>
				))}
			</ul>
		</Card>
	);
}

/** Returns what changes and what stays: 'Moves to … Changes the title. Keeps its own location.' */
function describeChange({ newDate, timezone, changed, own }: FollowingPreview): string {
	const texts = [
		newDate && `Moves to ${formatDateTimeShort(newDate, timezone)} (${getZoneLabel(timezone)}).`,
		changed && `Changes the ${changed}.`,
		own && `Keeps its own ${own}.`,
	].filter(Boolean);
	return texts.length === 0 ? 'Does not change.' : texts.join(' ');
}
