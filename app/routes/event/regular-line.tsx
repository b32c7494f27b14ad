import { Button } from '~/app/ui/button.tsx';
import type { EventOnPage } from '~/domain/events/page.ts';
import { isRegularStatus } from '~/domain/events/series.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { Line, type LineProps } from './own-place.tsx';

/** Renders whether the viewer is signed up for every event of the series, with the button that starts or ends it. */
export function RegularLine({ event, Form }: LineProps) {
	const { ownRegular, seriesProgress, user_signup_status: status } = event;
	if (!event.series || event.status !== 'active' || seriesProgress === 'ended') return null;
	const isRunning = seriesProgress === 'running';
	if (ownRegular && !isRunning) return null;
	if (ownRegular) {
		return (
			<Line
				text={`You're a regular: ${STATUS_LABELS[ownRegular]} for each new event of this series.`}
				next="Change a single event as you like."
			>
				<RegularForm event={event} Form={Form} intent="signups.endRegular" label="Stop" />
			</Line>
		);
	}
	if (!isRegularStatus(status)) return null;
	return (
		<Line
			text={isRunning ? 'Coming every time?' : 'Coming to all later dates?'}
			next={`You're then ${STATUS_LABELS[status]} for all later events too${isRunning ? ', and get a message with each' : ''}.`}
		>
			<RegularForm
				event={event}
				Form={Form}
				intent="signups.setRegular"
				label={isRunning ? 'Sign me up every time' : 'Sign me up for all'}
				status={status}
			/>
		</Line>
	);
}

type RegularFormProps = LineProps & {
	intent: 'signups.setRegular' | 'signups.endRegular';
	label: string;
	status?: EventOnPage['ownRegular'];
};

const RegularForm = ({ event, Form, intent, label, status }: RegularFormProps) => (
	<Form method="post" action={`/events/${event.id}`} preventScrollReset>
		<input type="hidden" name="intent" value={intent} />
		{status && <input type="hidden" name="status" value={status} />}
		<Button>{label}</Button>
	</Form>
);
