import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { getButtonClass } from '~/app/ui/button.tsx';
import { writeIcon } from '~/app/ui/icon.tsx';
import { getMenuListClass, menuChevron, menuClass, menuItemClass } from '~/app/ui/menu.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { tint } from '~/app/ui/tone.css.ts';
import {
	byStatus,
	QUICK_SIGNUP_LABELS,
	QUICK_STATUS_LABELS,
	SIGNUP_STATUSES,
	type SignupStatus,
} from '~/domain/signups/statuses.ts';
import type { CardEvent } from './card-event.ts';
import type { QuickSignups } from './use-quick-signups.ts';

type QuickSignupProps = {
	event: CardEvent;
	signups: QuickSignups;
	/** Whether the menu opens upwards, for cards in the last row. */
	opensUp?: boolean | undefined;
};

const LIST_CLASSES = { down: getMenuListClass('start', 'down'), up: getMenuListClass('start', 'up') };

// A page has thirty of these menus, so what is the same in all of them is HTML that is written once.
const SUMMARIES = byStatusOrNone((status) => ({
	className: getButtonClass({ variant: status ? SIGNUP_LOOKS[status].tone : 'primary' }),
	html: {
		__html:
			(status ? writeIcon({ icon: SIGNUP_LOOKS[status].icon }) + QUICK_STATUS_LABELS[status] : 'Sign up') +
			menuChevron,
	},
}));
const BUTTONS = byStatusOrNone((ownStatus) => ({
	__html: SIGNUP_STATUSES.map((status) => writeButton(status, status === ownStatus)).join(''),
}));

/**
 * Renders the quick signup of the list: a menu with Confirm, Late, Maybe and Decline. Only active events
 * accept signups.
 */
export function QuickSignup({ event, signups, opensUp }: QuickSignupProps) {
	if (event.status !== 'active') return <p className={mutedSmall}>Sign-up is closed</p>;
	const ownStatus = event.user_signup_status ?? 'none';
	return (
		<details className={menuClass}>
			<summary
				className={SUMMARIES[ownStatus].className}
				dangerouslySetInnerHTML={SUMMARIES[ownStatus].html}
			/>
			<div className={opensUp ? LIST_CLASSES.up : LIST_CLASSES.down}>
				<form
					method="post"
					action={signups.action}
					onSubmit={signups.handleSubmit}
					aria-busy={signups.isPending(event.id) || undefined}
				>
					<input type="hidden" name="intent" value="signups.put" />
					<input type="hidden" name="eventId" value={event.id} />
					<div dangerouslySetInnerHTML={BUTTONS[ownStatus]} />
				</form>
			</div>
		</details>
	);
}

function byStatusOrNone<Value>(getValue: (status: SignupStatus | null) => Value) {
	return { ...byStatus(getValue), none: getValue(null) };
}

function writeButton(status: SignupStatus, isPressed: boolean): string {
	const { icon, tone } = SIGNUP_LOOKS[status];
	return (
		`<button type="submit" name="status" value="${status}" aria-pressed="${isPressed}" class="${menuItemClass}">` +
		`${writeIcon({ icon, className: tint[tone] })}${QUICK_SIGNUP_LABELS[status]}</button>`
	);
}
