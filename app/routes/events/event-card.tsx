import { OwnGroup } from '~/app/shell/own-group.tsx';
import { chooseLight, EVENT_LOOKS, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { WindowTile } from '~/app/shell/window-tile.tsx';
import { tint } from '~/app/ui/badge.css.ts';
import { getBadgeClass, type Look } from '~/app/ui/badge.tsx';
import { getButtonClass } from '~/app/ui/button.tsx';
import { getCardClass } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon, writeIcon } from '~/app/ui/icon.tsx';
import { ArrowRight, Clock, MapPin } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { ellipsis, twoLines } from '~/app/ui/text.css.ts';
import type { LinkTo } from '~/app/ui/use-links.ts';
import { WindowRow } from '~/app/ui/window-row.tsx';
import type { EventBadge } from '~/domain/events/countdown.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getOwnStanding } from '~/domain/signups/standing.ts';
import { formatWeekdayTime } from '~/domain/time/format.ts';
import { chooseCardZone, getZoneLabel } from '~/domain/time/zones.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';
import { QuickSignup, type QuickSignups } from './quick-signup.tsx';
import { QuickSignupResult } from './signup-result.tsx';

type EventCardProps = {
	event: CardEvent;
	badge: EventBadge;
	viewerZone: string | null;
	/** The address of the page, which a quick signup returns to. */
	action: string;
	/** Whether the card's menu opens upwards, for cards in the last row. */
	opensUp: boolean;
	/** Whether it is a compact row on phones. */
	isCompact: boolean;
	/** What the card needs in the browser, or after a refused quick signup. */
	page?: CardPage;
};

type CardPage = {
	signups: QuickSignups;
	linkTo: LinkTo;
	/** The response to the quick signup that this page was rendered for (without script). */
	response: SignupResult | null | undefined;
};

// A page has thirty cards, so their unchanging parts are made once.
const CARD = getCardClass({ lifts: true }, css.card);
const COMPACT_CARD = joinClasses(CARD, css.compact);
const DESCRIPTION = joinClasses(css.description, twoLines);
const CREATOR = joinClasses(css.creator, ellipsis);
const COUNTS = joinClasses(plainList, css.counts);
const CANCELLED_LINK = joinClasses(css.titleLink, css.cancelled);
const DETAILS_LINK = getButtonClass({ variant: 'link' });
const TIME_ICON = Icon({ icon: Clock, label: 'Time', className: css.factIcon });
const PLACE_ICON = Icon({ icon: MapPin, label: 'Location', className: css.factIcon });
const BADGE_ICONS = mapLooks(EVENT_LOOKS, ({ icon }) => writeIcon({ icon, size: 'small' }));
const BADGE_CLASSES = {
	...mapLooks(EVENT_LOOKS, ({ tone }) => getBadgeClass(tone)),
	active: joinClasses(getBadgeClass(EVENT_LOOKS.active.tone), css.countdown),
};
const COUNT_ICONS = mapLooks(SIGNUP_LOOKS, ({ icon, tone }) =>
	writeIcon({ icon, size: 'small', className: tint[tone] }),
);
const DETAILS = { __html: `View Details${writeIcon({ icon: ArrowRight, size: 'small' })}` };

/**
 * Renders one event of the list. Its id is the anchor that a quick signup without script returns to. Cards use neither
 * hooks nor the router's links, because on the server thirty of them cost more than everything else of the page.
 */
export function EventCard(props: EventCardProps) {
	const { event, badge, viewerZone, action, opensUp, isCompact, page } = props;
	const date = new Date(event.date);
	const href = `/events/${event.id}`;
	const linkTo = (to: string) => (page ? page.linkTo(to) : { href: to, onClick: undefined });
	const link = linkTo(href);
	const rollCall = linkTo(`${href}/attendance`);
	const heading = `event-${event.id}-title`;
	const hasResult = page && (page.response?.eventId === event.id || page.signups.isSent(event.id, 'card'));
	return (
		<article id={`event-${event.id}`} aria-labelledby={heading} className={isCompact ? COMPACT_CARD : CARD}>
			<div className={css.head}>
				<WindowTile date={event.date} lit={chooseLight(getOwnStanding(event), event.status)} />
				<div className={css.headText}>
					<span
						className={BADGE_CLASSES[badge.tone]}
						dangerouslySetInnerHTML={{ __html: BADGE_ICONS[badge.tone] + badge.text }}
					/>
					{badge.note && <span className={css.badgeNote}>{badge.note}</span>}
					<h3 id={heading} className={css.title}>
						<a {...link} className={event.status === 'cancelled' ? CANCELLED_LINK : css.titleLink}>
							<Name>{event.title}</Name>
						</a>
					</h3>
				</div>
			</div>
			{event.status === 'active' && <OwnGroup group={event.own_group} isShort className={css.ownGroup} />}
			<EventFacts event={event} date={date} viewerZone={viewerZone} />
			{event.description && (
				<p className={DESCRIPTION} dir="auto">
					{event.description}
				</p>
			)}
			<SignupCounts event={event} />
			<p className={CREATOR}>{`by ${event.creator_name || UNKNOWN_NAMES.creator}`}</p>
			{hasResult && (
				<QuickSignupResult
					event={event}
					response={page.response}
					place=""
					action={`${action}#event-${event.id}`}
					onSubmit={page.signups.handleSubmit}
				/>
			)}
			<div className={css.foot}>
				<QuickSignup event={event} action={action} opensUp={opensUp} signups={page?.signups} />
				{event.canTakeRollCall && (
					<a
						href={rollCall.href}
						onClick={rollCall.onClick}
						aria-label={`Roll call of ${event.title}`}
						className={DETAILS_LINK}
					>
						Roll call
					</a>
				)}
				<a
					href={link.href}
					onClick={link.onClick}
					aria-label={`View Details of ${event.title}`}
					className={DETAILS_LINK}
					dangerouslySetInnerHTML={DETAILS}
				/>
			</div>
		</article>
	);
}

type EventFactsProps = { event: CardEvent; date: Date; viewerZone: string | null };

function EventFacts({ event, date, viewerZone }: EventFactsProps) {
	const local = chooseCardZone({ date, eventZone: event.timezone, viewerZone });
	return (
		<div className={css.facts}>
			<p className={css.fact}>
				{TIME_ICON}
				<span className={css.factText}>
					<time dateTime={event.date} className={css.eastern}>
						{`${formatWeekdayTime(date, EASTERN)} Eastern`}
					</time>
					{local && (
						<span className={css.local}>
							{`${formatWeekdayTime(date, local.zone)} ${local.isViewers ? 'your time' : getZoneLabel(local.zone)}`}
						</span>
					)}
				</span>
			</p>
			{event.location && (
				<p className={css.fact}>
					{PLACE_ICON}
					<bdi className={css.factText}>{event.location}</bdi>
				</p>
			)}
		</div>
	);
}

function SignupCounts({ event }: { event: CardEvent }) {
	const { confirmed_count: confirmed, tentative_count: tentative, late_count: late } = event;
	const summary = `${confirmed} confirmed, ${tentative} tentative, ${late} late`;
	return (
		<div className={css.signupCounts}>
			<WindowRow lit={confirmed} half={late} open={tentative} label={summary} />
			<ul
				className={COUNTS}
				dangerouslySetInnerHTML={{
					__html:
						writeCount(COUNT_ICONS.confirmed, confirmed, 'confirmed') +
						writeCount(COUNT_ICONS.tentative, tentative, 'tentative') +
						writeCount(COUNT_ICONS.late, late, 'late'),
				}}
			/>
			{event.placesText && <p className={css.places}>{event.placesText}</p>}
		</div>
	);
}

const writeCount = (icon: string, count: number, word: string): string =>
	`<li class="${css.count}">${icon}<b class="${css.number}">${count}</b> <span>${word}</span></li>`;

function mapLooks<Key extends string, Value>(
	looks: Record<Key, Look>,
	getValue: (look: Look) => Value,
): Record<Key, Value> {
	const entries = Object.entries<Look>(looks).map(([key, look]) => [key, getValue(look)]);
	return Object.fromEntries(entries) as Record<Key, Value>;
}
