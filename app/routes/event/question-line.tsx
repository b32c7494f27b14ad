import { useState } from 'react';
import { SignupQuestionFields } from '~/app/shell/signup-question.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { useFocusKept } from '~/app/ui/use-focus-kept.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { isolate } from '~/domain/isolate.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import { findQuestion } from '~/domain/signups/question.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { chooseStayZone, findArrival } from '~/domain/signups/stay.ts';
import { formatTime } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import type { LineProps } from './own-place.tsx';
import { usePageSearch } from './place-address.ts';
import * as css from './signups.css.ts';

type QuestionLineProps = LineProps & { typedNote: string | undefined };

/** Renders when a late viewer arrives, or the note of one who does not come; before that, the question. */
export function QuestionLine({ event, Form, typedNote }: QuestionLineProps) {
	const search = usePageSearch();
	const { viewerZone } = useSite();
	const { user_signup_status: status, ownNotes: notes } = event;
	const saved = describeArrivalOrNote(event, chooseStayZone(viewerZone));
	const [first] = useState(saved);
	const line = useFocusKept(saved === first ? undefined : (saved ?? undefined));
	if (status === null) return null;
	const dialogHref = `/events/${event.id}/signup${search}`;
	if (saved !== null) {
		return (
			<div ref={line} tabIndex={-1} className={css.barArrival}>
				<p>
					<b>{saved}</b>
				</p>
				{hasFact(status, 'arrivesLater') && (
					<ButtonLink to={dialogHref} variant="quiet" preventScrollReset className={css.barAction}>
						Change time<span className={hidden}> of your arrival</span>
					</ButtonLink>
				)}
			</div>
		);
	}
	const question = findQuestion({ status, arrives_at: null, notes });
	if (question === null) return null;
	return (
		<div className={css.barAskLine}>
			<Form method="post" action={`/events/${event.id}`} preventScrollReset>
				<SignupQuestionFields
					question={question}
					status={status}
					event={event}
					dialogHref={dialogHref}
					typedNote={typedNote}
				/>
			</Form>
		</div>
	);
}

/** Returns when a late viewer arrives, or the note of one who does not come; null without either. */
function describeArrivalOrNote(event: EventOnPage, zone: string): string | null {
	const { user_signup_status: status, ownArrivesAt, ownNotes } = event;
	if (status === null) return null;
	const arrival = findArrival(event, { arrives_at: ownArrivesAt });
	if (arrival && hasFact(status, 'arrivesLater'))
		return `You arrive at ${formatTime(arrival, zone)} (${getZoneLabel(zone)}).`;
	const note = hasFact(status, 'mayCome') ? '' : getVisibleNotes(ownNotes);
	return note ? `Your note: ${isolate(note)}` : null;
}
