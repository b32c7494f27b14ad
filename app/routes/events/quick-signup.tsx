import { useLocation } from 'react-router';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { useSignup } from '~/app/shell/use-signup.ts';
import { Menu, MenuButton } from '~/app/ui/menu.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { QUICK_SIGNUP_LABELS, QUICK_STATUS_LABELS, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';

type QuickSignupProps = {
	event: EventListItem;
	/** Whether the menu opens upwards, for cards in the last row. */
	opensUp?: boolean;
};

/**
 * Renders the quick signup of the list: a menu with Confirm, Late, Maybe and Decline. Only active events
 * accept signups.
 */
export function QuickSignup({ event: savedEvent, opensUp }: QuickSignupProps) {
	const { Form, event, isPending } = useSignup(savedEvent);
	const { search } = useLocation();
	if (event.status !== 'active') return <p className={mutedSmall}>Sign-up is closed</p>;
	const ownStatus = event.user_signup_status;
	return (
		<Menu
			summary={ownStatus ? QUICK_STATUS_LABELS[ownStatus] : 'Sign up'}
			variant={ownStatus ? SIGNUP_LOOKS[ownStatus].tone : 'primary'}
			icon={ownStatus ? SIGNUP_LOOKS[ownStatus].icon : undefined}
			placement={opensUp ? 'up' : 'down'}
		>
			<Form method="post" action={`/events${search}`} preventScrollReset aria-busy={isPending}>
				<input type="hidden" name="intent" value="signups.put" />
				<input type="hidden" name="eventId" value={event.id} />
				{SIGNUP_STATUSES.map((status) => (
					<MenuButton
						key={status}
						{...SIGNUP_LOOKS[status]}
						name="status"
						value={status}
						aria-pressed={status === ownStatus}
					>
						{QUICK_SIGNUP_LABELS[status]}
					</MenuButton>
				))}
			</Form>
		</Menu>
	);
}
