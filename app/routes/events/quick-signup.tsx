import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { getButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { writeIcon } from '~/app/ui/icon.tsx';
import { getMenuListClass, menuChevron, menuClass, menuItemClass } from '~/app/ui/menu.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { tint } from '~/app/ui/tone.css.ts';
import { ToneIcon } from '~/app/ui/tone.tsx';
import {
	mapStatuses,
	QUICK_SIGNUP_LABELS,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_FACTS,
} from '~/domain/signups/statuses.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';
import type { QuickSignups } from './use-quick-signups.ts';

type QuickSignupProps = {
	event: CardEvent;
	/** The address of the page. */
	action: string;
	/** Whether the menu opens upwards, for cards in the last row. */
	opensUp: boolean;
	/** In the browser: sends the form. */
	signups: QuickSignups | undefined;
};

const LIST_CLASSES = { down: getMenuListClass('start', 'down'), up: getMenuListClass('start', 'up') };

// A page has thirty of these menus, so what is the same in all of them is HTML that is written once.
const SUMMARIES = byStatusOrNone((status) => ({
	className: getButtonClass({ variant: status ? SIGNUP_LOOKS[status].tone : 'primary' }),
	html: {
		__html:
			(status
				? writeIcon({ icon: SIGNUP_LOOKS[status].icon }) + STATUS_FACTS[status].chosenLabel
				: 'Sign up') + menuChevron,
	},
}));
const BUTTONS = byStatusOrNone((ownStatus) => ({
	__html: SIGNUP_STATUSES.map((status) => writeButton(status, status === ownStatus)).join(''),
}));

const writeName = (status: SignupStatus | null, title: string) =>
	status ? `${STATUS_FACTS[status].chosenLabel}: change your signup for ${title}` : `Sign up for ${title}`;

/**
 * Renders the quick signup of the list: a menu with Confirm, Late, Maybe and Decline. Only active events
 * accept signups; the others show the viewer's own signup.
 */
export function QuickSignup({ event, action, opensUp, signups }: QuickSignupProps) {
	if (event.status !== 'active') {
		if (event.user_signup_status) return <OwnSignup status={event.user_signup_status} />;
		return <p className={mutedSmall}>Signups are closed</p>;
	}
	const ownStatus = event.user_signup_status ?? 'none';
	return (
		<details className={menuClass}>
			<summary
				aria-label={writeName(event.user_signup_status, event.title)}
				className={SUMMARIES[ownStatus].className}
				dangerouslySetInnerHTML={SUMMARIES[ownStatus].html}
			/>
			<div className={opensUp ? LIST_CLASSES.up : LIST_CLASSES.down}>
				<form
					method="post"
					action={`${action}#event-${event.id}`}
					onSubmit={signups?.handleSubmit}
					aria-busy={signups?.isPending(event.id) || undefined}
				>
					<input type="hidden" name="intent" value="signups.put" />
					<input type="hidden" name="eventId" value={event.id} />
					<div dangerouslySetInnerHTML={BUTTONS[ownStatus]} />
				</form>
			</div>
		</details>
	);
}

/** Renders the viewer's own signup in words. */
export function OwnSignup({ status }: { status: SignupStatus }) {
	return (
		<p className={mutedSmall}>
			Your signup:{' '}
			<span className={joinClasses(css.ownStatus, tint[SIGNUP_LOOKS[status].tone])}>
				<ToneIcon {...SIGNUP_LOOKS[status]} size="small" />
				{STATUS_FACTS[status].chosenLabel}
			</span>
		</p>
	);
}

function byStatusOrNone<Value>(getValue: (status: SignupStatus | null) => Value) {
	return { ...mapStatuses(getValue), none: getValue(null) };
}

function writeButton(status: SignupStatus, isPressed: boolean): string {
	const { icon, tone } = SIGNUP_LOOKS[status];
	return (
		`<button type="submit" name="status" value="${status}" aria-pressed="${isPressed}" class="${menuItemClass}">` +
		`${writeIcon({ icon, className: tint[tone] })}${QUICK_SIGNUP_LABELS[status]}</button>`
	);
}
