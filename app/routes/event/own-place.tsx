import { type ComponentType, type ReactNode, useState } from 'react';
import { SignupQuestionFields } from '~/app/shell/signup-question.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Check } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden, mutedSmall, strong } from '~/app/ui/text.css.ts';
import { useFocusKept } from '~/app/ui/use-focus-kept.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { isRegularStatus } from '~/domain/events/series.ts';
import { formatCount } from '~/domain/format-count.ts';
import { isolate } from '~/domain/isolate.ts';
import { canWaitForPlayers } from '~/domain/places/decision.ts';
import { describeOtherEvent, GONE_WITH_UNDO } from '~/domain/places/texts.ts';
import { can } from '~/domain/policy.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import { findQuestion } from '~/domain/signups/question.ts';
import { describePlace, getOwnStanding } from '~/domain/signups/standing.ts';
import { hasFact, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { chooseStayZone, findArrival } from '~/domain/signups/stay.ts';
import { formatTime } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { EventIntent } from './event-intent.tsx';
import type { EventPageIntent } from './event-page-form.ts';
import { usePageSearch } from './place-address.ts';
import * as css from './signups.css.ts';

/** The form of the signup bar: it shows the page's failures and is sent without leaving the page. */
type BarForm = ComponentType<{
	method: 'post';
	action: string;
	preventScrollReset: boolean;
	children: ReactNode;
}>;
export type LineProps = { event: EventOnPage; Form: BarForm };

/** Renders the viewer's place at an event, with the buttons that take it, pass it on, or ask to be called. */
export function OwnPlaceLine({ event, Form }: LineProps) {
	const own = event.own_place;
	const zone = chooseStayZone(useSite().viewerZone);
	if (event.status !== 'active') return null;
	const canBeShort = event.capacity !== null || event.minimum_players !== null;
	if (hasFact(event.user_signup_status, 'canStandBy'))
		return canBeShort || event.ownStandby ? <StandbyLine event={event} Form={Form} /> : null;
	const text = describePlace(getOwnStanding(event));
	if (!own || text === null) return null;
	return (
		<Line text={text} next={describeNext(event, event.ownPlaceReason, zone)}>
			{own.state === 'offered' && (
				<>
					<Answer event={event} Form={Form} accept>
						Take the place
					</Answer>
					<Answer event={event} Form={Form}>
						No, thanks
					</Answer>
				</>
			)}
		</Line>
	);
}

/** Renders whether a tentative viewer is asked when more players are needed, or the question. */
function StandbyLine({ event, Form }: LineProps) {
	const zone = chooseStayZone(useSite().viewerZone);
	if (event.own_place) {
		return (
			<Line text={describePlace(getOwnStanding(event))} next={describeNext(event, null, zone)}>
				<Answer event={event} Form={Form} accept>
					I'm coming
				</Answer>
				<Answer event={event} Form={Form}>
					Not this time
				</Answer>
			</Line>
		);
	}
	return (
		<Line
			text={describePlace(getOwnStanding(event)) ?? 'Could you help out?'}
			next="You get a message with a button, and the place is kept for you for half an hour."
		>
			<LineForm event={event} Form={Form} intent="signups.put">
				<input type="hidden" name="status" value="tentative" />
				<Button name="standby" value={String(!event.ownStandby)}>
					{event.ownStandby ? "Don't ask me" : "Call me if you're short"}
				</Button>
			</LineForm>
		</Line>
	);
}

/** Renders what a creator can do at an event with too few players, and the button that asks the standbys. */
export function ShortLine({ event, now, Form }: LineProps & { now: string }) {
	const isPending = event.decision === 'pending';
	if (event.status !== 'active' || event.date <= now || !can(toViewer(event), 'events.update')) return null;
	if (!isPending && event.standbys === 0) return null;
	const canWait =
		isPending && event.on_too_few === 'ask' && canWaitForPlayers(new Date(event.date), new Date(now));
	return (
		<Line
			text={
				isPending ? 'There are too few players.' : `${formatCount(event.standbys, 'player')} can be called.`
			}
			next={isPending ? describePending(event, canWait) : "They're tentative and come if you're short."}
		>
			{canWait && (
				<LineForm event={event} Form={Form} intent="events.update">
					<input type="hidden" name="version" value={event.version} />
					<Button name="wait" value="true">
						Wait until 2 hours before
					</Button>
				</LineForm>
			)}
			{event.standbys > 0 && (
				<LineForm event={event} Form={Form} intent="places.callStandbys">
					<Button>Call up to {formatCount(event.standbys, 'player')}</Button>
				</LineForm>
			)}
		</Line>
	);
}

function describePending({ on_too_few }: EventOnPage, canWait: boolean): string {
	if (on_too_few === 'cancel') return 'The event is cancelled unless more players come in time.';
	return canWait
		? 'Cancel the event, or wait: then it is cancelled 2 hours before the start, unless more players come.'
		: 'Cancel the event, or play with fewer.';
}

const toViewer = ({ currentUserId: id, currentUserRole: role }: EventOnPage) => ({ id, role });

/** Renders a line of the signup bar: where the viewer stands, what comes next, and what they can do. */
function Line({ text, next, children }: { text: string | null; next: string; children?: ReactNode }) {
	return (
		<div className={css.placeLine}>
			<div className={css.placeText}>
				<p className={strong}>{text}</p>
				<p className={mutedSmall}>{next}</p>
			</div>
			{children && <div className={css.placeActions}>{children}</div>}
		</div>
	);
}

type LineFormProps = LineProps & { intent: EventPageIntent; children: ReactNode };

/** Renders a form of the signup bar. */
export const LineForm = ({ event, Form, intent, children }: LineFormProps) => (
	<Form method="post" action={`/events/${event.id}`} preventScrollReset>
		<EventIntent value={intent} />
		{children}
	</Form>
);

/** Returns what comes next for the viewer; times are in `zone`. */
function describeNext(
	{ own_place: own, otherEvent }: EventOnPage,
	reason: string | null,
	zone: string,
): string {
	const next = own ? describeOwnPlace(own, reason, zone) : '';
	return otherEvent === null ? next : `${describeOtherEvent(isolate(otherEvent))} ${next}`;
}

function describeOwnPlace(
	{ state, offer_expires_at: expiresAt }: NonNullable<EventOnPage['own_place']>,
	reason: string | null,
	zone: string,
): string {
	if (state === 'offered' && expiresAt)
		return `It is kept for you until ${formatTime(expiresAt, zone)} (${getZoneLabel(zone)}).`;
	if (state === 'offered') return 'The first to take it gets it.';
	if (reason === GONE_WITH_UNDO) return reason;
	if (reason !== null) return `A creator decided this: ${reason}`;
	return state === 'waiting'
		? 'When a place is free, you get it, or a message asks whether you come.'
		: "Change your status if you can't come, so that others can.";
}

type AnswerProps = LineProps & { accept?: boolean; children: ReactNode };

function Answer({ event, Form, accept = false, children }: AnswerProps) {
	return (
		<LineForm event={event} Form={Form} intent="places.answer">
			<Button
				name="accept"
				value={String(accept)}
				variant={accept ? 'primary' : 'secondary'}
				icon={accept ? Check : undefined}
			>
				{children}
			</Button>
		</LineForm>
	);
}

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
				<LineForm event={event} Form={Form} intent="signups.endRegular">
					<Button>Stop</Button>
				</LineForm>
			</Line>
		);
	}
	if (!isRegularStatus(status)) return null;
	return (
		<Line
			text={isRunning ? 'Coming every time?' : 'Coming to all later dates?'}
			next={`You're then ${STATUS_LABELS[status]} for all later events too${isRunning ? ', and get a message with each' : ''}.`}
		>
			<LineForm event={event} Form={Form} intent="signups.setRegular">
				<input type="hidden" name="status" value={status} />
				<Button>{isRunning ? 'Sign me up every time' : 'Sign me up for all'}</Button>
			</LineForm>
		</Line>
	);
}
