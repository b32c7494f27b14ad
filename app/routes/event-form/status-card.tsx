import { useId } from 'react';
import { Form, useNavigation } from 'react-router';
import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { Button, getButtonClass } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { CalendarCheck2, CalendarX2 } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { cardTitle, mutedSmall } from '~/app/ui/text.css.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { FAILURES } from '~/domain/failures.ts';
import * as css from './event-form.css.ts';

type StatusCardProps = {
	status: EventStatus;
	version: number;
	error: string | null;
};

const BADGES = {
	active: { look: EVENT_LOOKS.active, text: 'Active' },
	cancelled: { look: EVENT_LOOKS.cancelled, text: 'Cancelled' },
	completed: { look: EVENT_LOOKS.other, text: 'Completed' },
};

const CHANGES = {
	active: {
		intent: 'events.cancel',
		label: 'Cancel Event',
		icon: CalendarX2,
		explanation:
			'Signups close, and the event shows as cancelled here and on Discord. Signups, groups and comments stay, and you can reinstate it. Unsaved changes in the form will be lost.',
		confirm: 'Yes, cancel the event',
		pending: 'Cancelling...',
	},
	cancelled: {
		intent: 'events.reinstate',
		label: 'Reinstate Event',
		icon: CalendarCheck2,
		explanation:
			'Reopens signups. If it was on Discord, a new Discord event is created. Unsaved changes in the form will be lost.',
		confirm: 'Yes, reinstate the event',
		pending: 'Reinstating...',
	},
} as const;

/** Renders the event's status. Cancelling and reinstating need a confirmation, without script too. */
export function StatusCard({ status, version, error }: StatusCardProps) {
	const heading = useId();
	const badge = BADGES[status];
	return (
		<Card aria-labelledby={heading} id="status" className={css.statusCard}>
			<div className={css.statusHead}>
				<h2 id={heading} className={cardTitle}>
					Status
				</h2>
				<Badge {...badge.look}>{badge.text}</Badge>
			</div>
			<FailureNotice failure={error} title={FAILURES['events.update']} />
			{status === 'completed' ? (
				<p className={mutedSmall}>This event is over. Move it to a future date to reopen it.</p>
			) : (
				<StatusChange key={status} {...CHANGES[status]} version={version} />
			)}
		</Card>
	);
}

type StatusChangeProps = (typeof CHANGES)[keyof typeof CHANGES] & { version: number };

function StatusChange({ intent, label, icon, explanation, confirm, pending, version }: StatusChangeProps) {
	const isPending = useNavigation().formData?.get('intent') === intent;
	const isCancelling = intent === 'events.cancel';
	return (
		<details className={css.statusDetails}>
			<summary className={getButtonClass({ variant: isCancelling ? 'danger' : 'secondary', wide: true })}>
				<Icon icon={icon} />
				{label}
			</summary>
			<Form method="post" className={css.statusForm}>
				<input type="hidden" name="intent" value={intent} />
				<input type="hidden" name="version" value={version} />
				<p className={mutedSmall}>{explanation}</p>
				<Button variant={isCancelling ? 'danger' : 'secondary'} wide pending={isPending && pending}>
					{confirm}
				</Button>
			</Form>
		</details>
	);
}
