import { getStandingLook, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { tint } from '~/app/ui/badge.css.ts';
import { type Tone, ToneIcon } from '~/app/ui/badge.tsx';
import { getButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { writeIcon } from '~/app/ui/icon.tsx';
import { getMenuListClass, menuChevron, menuClass, menuItemClass } from '~/app/ui/menu.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { getOwnStanding, getSection, labelStanding, type Standing } from '~/domain/signups/standing.ts';
import {
	mapStatuses,
	QUICK_SIGNUP_LABELS,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_LABELS,
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

/** Returns what the button says: where the viewer stands, with the label of a status where it has a place. */
function labelButton(standing: Standing): string {
	const { kind, status } = standing;
	if (status === null) return 'Sign up';
	return kind === 'placed' || kind === status ? STATUS_LABELS[status] : labelStanding(standing);
}

// A page has thirty of these menus, so what is the same in all of them is HTML that is written once.
const SUMMARIES = new Map<string, { className: string | undefined; html: { __html: string } }>();
/** The numbers of a long waitlist are many texts. */
const MAX_SUMMARIES = 100;

function getSummary(standing: Standing) {
	const label = labelButton(standing);
	const look = standing.status && getStandingLook(standing);
	const key = `${look?.icon} ${label}`;
	const known = SUMMARIES.get(key);
	if (known) return known;
	const summary = {
		className: getButtonClass({ variant: look ? toVariant(look.tone) : 'primary' }),
		html: { __html: (look ? writeIcon({ icon: look.icon }) : '') + label + menuChevron },
	};
	if (SUMMARIES.size < MAX_SUMMARIES) SUMMARIES.set(key, summary);
	return summary;
}

const toVariant = (tone: Tone) => (tone === 'neutral' || tone === 'accent' ? 'secondary' : tone);

const BUTTONS = byStatusOrNone((ownStatus) => ({
	__html: SIGNUP_STATUSES.map((status) => writeButton(status, status === ownStatus)).join(''),
}));

/** Returns the status whose button is pressed; null also for a viewer who waits for a place, as the summary says. */
const findPressed = (standing: Standing) =>
	getSection(standing, false) === 'waitlist' ? null : standing.status;

const writeName = (standing: Standing, title: string) =>
	standing.status ? `${labelButton(standing)}: change your signup for ${title}` : `Sign up for ${title}`;

/**
 * Renders the quick signup of the list: a menu with Confirm, Late, Maybe and Decline. Only active events
 * accept signups; the others show the viewer's own signup.
 */
export function QuickSignup({ event, action, opensUp, signups }: QuickSignupProps) {
	if (event.status !== 'active') {
		if (event.user_signup_status) return <OwnSignup standing={getOwnStanding(event)} />;
		return <p className={mutedSmall}>Signups are closed</p>;
	}
	const standing = getOwnStanding(event);
	const summary = getSummary(standing);
	return (
		<details className={menuClass}>
			<summary
				aria-label={writeName(standing, event.title)}
				className={summary.className}
				dangerouslySetInnerHTML={summary.html}
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
					<div dangerouslySetInnerHTML={BUTTONS[findPressed(standing) ?? 'none']} />
				</form>
			</div>
		</details>
	);
}

/** Renders the viewer's own signup in words. */
export function OwnSignup({ standing }: { standing: Standing }) {
	const look = getStandingLook(standing);
	return (
		<p className={mutedSmall}>
			Your signup:{' '}
			<span className={joinClasses(css.ownStatus, tint[look.tone])}>
				<ToneIcon {...look} size="small" />
				{labelButton(standing)}
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
