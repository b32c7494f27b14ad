import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { OwnGroup } from '~/app/shell/own-group.tsx';
import { markWaiting, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { ButtonLink, getButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight, BellRing, CalendarDays, Hourglass, Plus } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { SegmentedButtons, type SegmentedOption } from '~/app/ui/segmented.tsx';
import { mutedSmall, strong } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useLinks } from '~/app/ui/use-links.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { type CountdownParts, getCountdownParts, getCountdownWarning } from '~/domain/events/countdown.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { COUNTDOWN_TICK_MS, EASTERN } from '~/domain/limits.ts';
import { getOwnStanding } from '~/domain/signups/standing.ts';
import { QUICK_SIGNUP_LABELS, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { formatDayPart, formatOrdinalDate, formatTime, formatWeekdayTime } from '~/domain/time/format.ts';
import { chooseCardZone, getZoneLabel } from '~/domain/time/zones.ts';
import type { CardEvent } from './card-event.ts';
import * as countdown from './events-page.css.ts';
import { OwnSignup, type QuickSignups } from './quick-signup.tsx';
import { QuickSignupResult } from './signup-result.tsx';

type EventsHeroProps = {
	/** The next game; null when there is none or the viewer switched the countdown off. */
	next: CardEvent | null;
	signups: QuickSignups;
	now: string;
	viewerZone: string | null;
	canCreate: boolean;
	/** The response to the hero's form that this page was rendered for (without script). */
	response?: SignupResult | null;
};

const SIGNUP_OPTIONS: readonly SegmentedOption[] = SIGNUP_STATUSES.map((status) => ({
	value: status,
	label: QUICK_SIGNUP_LABELS[status],
	...SIGNUP_LOOKS[status],
}));

/** Renders the head of the list: the town with the countdown to the next game, or only the heading. */
export function EventsHero({ next, ...props }: EventsHeroProps) {
	if (!next) {
		return (
			<header className={wrap}>
				<Heading canCreate={props.canCreate} />
			</header>
		);
	}
	return <NextGameHero next={next} {...props} />;
}

function Heading({ canCreate, className }: { canCreate: boolean; className?: string }) {
	return (
		<div className={countdown.heroHead}>
			<h1>Events</h1>
			{canCreate && (
				<div className={countdown.heroTools}>
					<ButtonLink to="/polls/new" icon={CalendarDays} className={countdown.heroWide}>
						Find a date
					</ButtonLink>
					<ButtonLink to="/create-event" icon={Plus}>
						Create Event
					</ButtonLink>
				</div>
			)}
			<p className={joinClasses(countdown.heroSubtitle, className)}>
				Browse upcoming game nights and sign up for the ones you want to join.
			</p>
		</div>
	);
}

function NextGameHero(props: EventsHeroProps & { next: CardEvent }) {
	const { next: event, now, viewerZone, canCreate } = props;
	const link = useLinks()(`/events/${event.id}`);
	const start = new Date(event.date);
	const currentTime = useNow(now, COUNTDOWN_TICK_MS);
	const parts = getCountdownParts(start, currentTime);
	useReloadWhen(currentTime >= start);
	return (
		<div className={countdown.hero}>
			<Scene name="hero" lit={event.confirmed_count} fill className={countdown.heroSky} />
			<header className={joinClasses(wrap, countdown.heroTop)}>
				<Heading canCreate={canCreate} className={countdown.heroOnSky} />
			</header>
			<section aria-label="Next game" className={countdown.heroGame}>
				<div className={joinClasses(wrap, countdown.heroSkyFoot)}>
					<div id="next-game" className={countdown.heroNext}>
						<div className={countdown.heroTitle}>
							<p className={countdown.heroEyebrow}>Next Game:</p>
							<h2 className={countdown.heroName} title={event.title}>
								<a {...link} className={countdown.heroNameLink}>
									<Name>{event.title}</Name>
								</a>
							</h2>
						</div>
						<NextGameTime event={event} viewerZone={viewerZone} />
						<Countdown parts={parts} show={['days', 'hours']} className={countdown.heroDaysAndHours} />
						<Countdown
							parts={parts}
							show={['minutes', 'seconds']}
							className={countdown.heroMinutesAndSeconds}
						/>
					</div>
				</div>
				<div className={joinClasses(wrap, countdown.heroGround)}>
					<ConfirmedText count={event.confirmed_count} />
					<a
						{...link}
						className={getButtonClass({ variant: 'primary', size: 'large' }, countdown.heroDetailsLink)}
					>
						View Details
						<Icon icon={ArrowRight} size="small" />
					</a>
					<div className={countdown.heroWarningArea}>
						<StartNotice start={start} currentTime={currentTime} />
						<OwnStatus event={event} />
						{event.placesText && <p className={countdown.heroPlaces}>{event.placesText}</p>}
						<OwnGroup group={event.own_group} />
					</div>
					<HeroSignup {...props} />
				</div>
			</section>
		</div>
	);
}

function HeroSignup({ next: event, signups, response }: EventsHeroProps & { next: CardEvent }) {
	const action = `${signups.action}#next-game`;
	const hasResult = response || signups.isSent(event.id, 'hero');
	return (
		<div className={countdown.heroSignup}>
			<form
				method="post"
				action={action}
				onSubmit={signups.handleHeroSubmit}
				aria-busy={signups.isPending(event.id) || undefined}
			>
				<input type="hidden" name="intent" value="signups.put" />
				<input type="hidden" name="eventId" value={event.id} />
				<input type="hidden" name="place" value="hero" />
				<SegmentedButtons
					name="status"
					label={`Sign up for ${event.title}`}
					options={markWaiting(SIGNUP_OPTIONS, getOwnStanding(event))}
					value={event.user_signup_status}
					className={countdown.heroSignupButtons}
				/>
			</form>
			{hasResult && (
				<QuickSignupResult
					event={event}
					response={response}
					place="hero"
					action={action}
					onSubmit={signups.handleHeroSubmit}
				/>
			)}
		</div>
	);
}

function NextGameTime({ event, viewerZone }: { event: CardEvent; viewerZone: string | null }) {
	const local = chooseCardZone({ date: new Date(event.date), eventZone: event.timezone, viewerZone });
	return (
		<p className={countdown.heroDateAndTimes}>
			<time dateTime={event.date} className={countdown.heroDate}>
				{formatOrdinalDate(event.date, EASTERN)}
			</time>
			<span className={countdown.heroComma}>, </span>
			<span className={countdown.heroTimes}>
				{formatTime(event.date, EASTERN)} Eastern
				{local && (
					<>
						<span className={countdown.heroLocalComma}>, </span>
						<span className={countdown.heroLocalTime}>
							{formatWeekdayTime(event.date, local.zone).replace(',', '')}{' '}
							{local.isViewers ? 'your time' : getZoneLabel(local.zone)}
						</span>
					</>
				)}
			</span>
		</p>
	);
}

function ConfirmedText({ count }: { count: number }) {
	return (
		<div className={countdown.heroLit}>
			<p className={strong}>{`${formatCount(count, 'player')} confirmed`}</p>
			<p className={mutedSmall}>one lit window each</p>
		</div>
	);
}

function StartNotice({ start, currentTime }: { start: Date; currentTime: Date }) {
	const warning = getCountdownWarning(start, currentTime);
	return (
		<p aria-live="polite" className={warning ? countdown.heroWarning : strong}>
			{warning && <Icon icon={warning.includes('1 hour') ? BellRing : Hourglass} />}
			{warning ??
				(currentTime < start ? `Starts on ${formatDayPart(start, EASTERN)}` : 'The game has started')}
		</p>
	);
}

function OwnStatus({ event }: { event: CardEvent }) {
	if (event.user_signup_status === null) return <p className={mutedSmall}>You haven't signed up yet</p>;
	return (
		<div className={countdown.heroOwnStatus}>
			<OwnSignup standing={getOwnStanding(event)} />
		</div>
	);
}

/** Reloads the page's data when `hasStarted` becomes true, to learn the next game. */
function useReloadWhen(hasStarted: boolean) {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		// The promise only tells when the reload is done; the router shows a loader's error itself.
		if (hasStarted) void revalidate();
	}, [hasStarted, revalidate]);
}

type CountdownProps = { parts: CountdownParts; show: readonly (keyof CountdownParts)[]; className?: string };

/** Renders some of the four countdown numbers, two digits each, with their words below. */
function Countdown({ parts, show, className }: CountdownProps) {
	return (
		<div className={joinClasses(countdown.countdownUnits, className)}>
			{show.map((unit) => (
				<span key={unit} className={countdown.countdownUnit}>
					<span className={countdown.countdownNumber}>{String(parts[unit]).padStart(2, '0')}</span>{' '}
					<span className={countdown.countdownName}>{inflect(parts[unit], unit.slice(0, -1), unit)}</span>
				</span>
			))}
		</div>
	);
}
