import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { OwnGroup } from '~/app/shell/own-group.tsx';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { ButtonLink, getButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight, BellRing, Hourglass, Plus } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { mutedSmall, strong } from '~/app/ui/text.css.ts';
import { tint } from '~/app/ui/tone.css.ts';
import { ToneIcon } from '~/app/ui/tone.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useLinks } from '~/app/ui/use-links.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { type CountdownParts, countdownParts, countdownWarning } from '~/domain/events/countdown.ts';
import { COUNTDOWN_TICK_MS, EASTERN } from '~/domain/limits.ts';
import { type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import {
	formatDayPart,
	formatOrdinalDate,
	formatTime,
	formatWeekdayTime,
	zoneLabel,
} from '~/domain/time/format.ts';
import { chooseCardZone } from '~/domain/time/local-time.ts';
import type { CardEvent } from './card-event.ts';
import * as countdown from './countdown.css.ts';
import * as css from './events-hero.css.ts';

type EventsHeroProps = {
	/** The next game; null when there is none or the viewer switched the countdown off. */
	next: CardEvent | null;
	now: string;
	viewerZone: string | null;
	canCreate: boolean;
};

/** Renders the head of the list: the town with the countdown to the next game, or only the heading. */
export function EventsHero({ next, now, viewerZone, canCreate }: EventsHeroProps) {
	if (!next) {
		return (
			<header className={wrap}>
				<Heading canCreate={canCreate} />
			</header>
		);
	}
	return <NextGameHero {...{ next, now, viewerZone, canCreate }} />;
}

function Heading({ canCreate, className }: { canCreate: boolean; className?: string }) {
	return (
		<div className={css.head}>
			<h1>Events</h1>
			{canCreate && (
				<ButtonLink to="/create-event" icon={Plus}>
					Create Event
				</ButtonLink>
			)}
			<p className={joinClasses(css.subtitle, className)}>
				Browse upcoming game nights and sign up for the ones you will join.
			</p>
		</div>
	);
}

function NextGameHero({ next: event, now, viewerZone, canCreate }: EventsHeroProps & { next: CardEvent }) {
	const link = useLinks()(`/events/${event.id}`);
	const start = new Date(event.date);
	const currentTime = useNow(now, COUNTDOWN_TICK_MS);
	const parts = countdownParts(start, currentTime);
	useReloadWhen(currentTime >= start);
	return (
		<section aria-label="Next game">
			<header className={css.sky}>
				<Scene name="hero" lit={event.confirmed_count} fill />
				<div className={joinClasses(wrap, css.skyFoot)}>
					<Heading canCreate={canCreate} className={css.onSky} />
					<div className={css.next}>
						<div className={css.title}>
							<p className={css.eyebrow}>Next Game:</p>
							<h2 className={css.name} title={event.title}>
								<a {...link} className={css.nameLink}>
									{event.title}
								</a>
							</h2>
						</div>
						<NextGameTime event={event} viewerZone={viewerZone} />
						<Countdown parts={parts} show={['days', 'hours']} className={css.left} />
						<Countdown parts={parts} show={['minutes', 'seconds']} className={css.right} />
					</div>
				</div>
			</header>
			<div className={joinClasses(wrap, css.ground)}>
				<LitWindowsText count={event.confirmed_count} />
				<a {...link} className={getButtonClass({ variant: 'primary', size: 'large' }, css.detailsLink)}>
					View Details
					<Icon icon={ArrowRight} size="small" />
				</a>
				<div className={css.soon}>
					<StartNotice start={start} currentTime={currentTime} />
					<OwnStatus status={event.user_signup_status} />
					<OwnGroup group={event.own_group} />
				</div>
			</div>
		</section>
	);
}

function NextGameTime({ event, viewerZone }: { event: CardEvent; viewerZone: string | null }) {
	const local = chooseCardZone({ date: new Date(event.date), eventZone: event.timezone, viewerZone });
	return (
		<p className={css.when}>
			<time dateTime={event.date} className={css.date}>
				{formatOrdinalDate(event.date, EASTERN)}
			</time>
			<span className={css.comma}>, </span>
			<span className={css.times}>
				{formatTime(event.date, EASTERN)} Eastern
				{local && (
					<>
						<span className={css.localComma}>, </span>
						<span className={css.localTime}>
							{formatWeekdayTime(event.date, local.zone).replace(',', '')}{' '}
							{local.isViewers ? 'your time' : zoneLabel(local.zone)}
						</span>
					</>
				)}
			</span>
		</p>
	);
}

function LitWindowsText({ count }: { count: number }) {
	return (
		<div className={css.lit}>
			<p className={strong}>{count === 1 ? '1 window is lit' : `${count} windows are lit`}</p>
			<p className={mutedSmall}>one for each confirmed player</p>
		</div>
	);
}

function StartNotice({ start, currentTime }: { start: Date; currentTime: Date }) {
	const warning = countdownWarning(start, currentTime);
	return (
		<p aria-live="polite" className={warning ? css.warning : strong}>
			{warning && <Icon icon={warning.includes('1 hour') ? BellRing : Hourglass} />}
			{warning ?? (currentTime < start ? `Starts on ${formatDayPart(start, EASTERN)}` : 'The game has begun')}
		</p>
	);
}

function OwnStatus({ status }: { status: SignupStatus | null }) {
	if (!status) return <p className={mutedSmall}>You haven't signed up yet</p>;
	return (
		<p className={mutedSmall}>
			You said{' '}
			<span className={joinClasses(css.status, tint[SIGNUP_LOOKS[status].tone])}>
				<ToneIcon {...SIGNUP_LOOKS[status]} size="small" />
				{STATUS_LABELS[status]}
			</span>
		</p>
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
		<div className={joinClasses(countdown.units, className)}>
			{show.map((unit) => (
				<span key={unit} className={countdown.unit}>
					<span className={countdown.number}>{String(parts[unit]).padStart(2, '0')}</span>{' '}
					<span className={countdown.name}>{parts[unit] === 1 ? unit.slice(0, -1) : unit}</span>
				</span>
			))}
		</div>
	);
}
