import { type FormEvent, useState } from 'react';
import { useFetchers, useLocation, useSubmit } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { getStandingLook, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { toSignupKey, withPendingSignup } from '~/app/shell/use-signup.ts';
import { tint } from '~/app/ui/badge.css.ts';
import { type Tone, ToneIcon } from '~/app/ui/badge.tsx';
import { getButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { writeIcon } from '~/app/ui/icon.tsx';
import { getMenuListClass, menuChevron, menuClass, menuItemClass } from '~/app/ui/menu.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { closeMenu } from '~/app/ui/use-menus.ts';
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

/** What a card needs to send its form. */
export type QuickSignups = {
	/**
	 * The address of the forms: this page of the list. A form adds its anchor, to which a visitor without script
	 * returns.
	 */
	action: string;
	/** Sends the form of a card, or of the hero. */
	handleSubmit: (event: FormEvent<HTMLFormElement>) => void;
	handleHeroSubmit: (event: FormEvent<HTMLFormElement>) => void;
	isPending: (eventId: string) => boolean;
	/** Whether the last signup for the event was sent there, which shows why it was refused. */
	isSent: (eventId: string, place: SignupPlace) => boolean;
	/** The event of the last signup that was sent from this page. */
	lastEvent: CardEvent | undefined;
};

type SignupPlace = 'card' | 'hero';
type SentSignup = { eventId: string; place: SignupPlace };

/**
 * Returns the events as they will be after the running signups, and what their cards need to send one. It serves all
 * cards, because a fetcher for each costs the server much more than its card.
 */
export function useQuickSignups(savedEvents: readonly CardEvent[]): {
	events: readonly CardEvent[];
	signups: QuickSignups;
} {
	const submit = useSubmit();
	const fetchers = useFetchers();
	const { search } = useLocation();
	const [sent, setSent] = useState<readonly SentSignup[]>([]);
	const findFetcher = (eventId: string) => fetchers.find(({ key }) => key === toSignupKey(eventId));
	const handleSubmitAt = (place: SignupPlace) => (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
		const eventId = readText(new FormData(form), 'eventId');
		setSent((all) => [...all.filter((one) => one.eventId !== eventId), { eventId, place }]);
		// The promise only tells when the response has come; the router shows an error itself.
		void submit(submitter ?? form, {
			navigate: false,
			fetcherKey: toSignupKey(eventId),
			preventScrollReset: true,
		});
		// Before the menu's buttons are written again, because the pressed one has the focus.
		const menu = form.closest('details');
		if (menu) closeMenu(menu);
	};
	const events =
		fetchers.length === 0
			? savedEvents
			: savedEvents.map((event) => withPendingSignup(event, findFetcher(event.id)?.formData));
	const lastId = sent.at(-1)?.eventId;
	return {
		events,
		signups: {
			action: `/events${search}`,
			handleSubmit: handleSubmitAt('card'),
			handleHeroSubmit: handleSubmitAt('hero'),
			isPending: (eventId) => findFetcher(eventId) !== undefined,
			isSent: (eventId, place) => sent.some((one) => one.eventId === eventId && one.place === place),
			lastEvent: lastId === undefined ? undefined : events.find(({ id }) => id === lastId),
		},
	};
}
