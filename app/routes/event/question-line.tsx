import { useLocation } from 'react-router';
import { SignupQuestionFields } from '~/app/shell/signup-question.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { findQuestion } from '~/domain/signups/question.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { chooseStayZone, findArrival } from '~/domain/signups/stay.ts';
import { formatTime } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import type { LineProps } from './own-place.tsx';
import * as css from './signup-bar.css.ts';

type QuestionLineProps = LineProps & { typedNote: string | undefined };

/** Renders when a late viewer arrives, or the question; and the question for a note to one who does not come. */
export function QuestionLine({ event, Form, typedNote }: QuestionLineProps) {
	const { search } = useLocation();
	const { viewerZone } = useSite();
	const { user_signup_status: status, ownArrivesAt, ownNotes: notes } = event;
	if (status === null) return null;
	const dialogHref = `/events/${event.id}/signup${search}`;
	const arrival = findArrival(event, { arrives_at: ownArrivesAt });
	if (arrival && hasFact(status, 'arrivesLater')) {
		const zone = chooseStayZone(viewerZone);
		return (
			<div className={css.arrival}>
				<p>
					<b>{`You arrive at ${formatTime(arrival, zone)} (${getZoneLabel(zone)}).`}</b>
				</p>
				<ButtonLink to={dialogHref} variant="quiet" preventScrollReset className={css.action}>
					Change<span className={hidden}> the time</span>
				</ButtonLink>
			</div>
		);
	}
	const question = findQuestion({ status, arrives_at: null, notes });
	if (question === null) return null;
	return (
		<div className={css.askLine}>
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
