import type { FormEvent, ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { OPEN_GROUPS_FIELD } from '~/app/routes/groups/panel-address.ts';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { useCachedHtml } from '~/app/ui/cached-html.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Collapsible } from '~/app/ui/collapsible.tsx';
import { TextInput, useTypedText } from '~/app/ui/field.tsx';
import { followPartLink } from '~/app/ui/focus.ts';
import { Icon } from '~/app/ui/icon.tsx';
import {
	CalendarSync,
	ChevronLeft,
	ChevronRight,
	Megaphone,
	MessagesSquare,
	Pencil,
	Search,
	UserPlus,
} from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { strong } from '~/app/ui/text.css.ts';
import { useLinks } from '~/app/ui/use-links.ts';
import { useShownQuery } from '~/app/ui/use-shown-query.ts';
import type { EventOnPage, SignupsPage } from '~/domain/events/page.ts';
import { createNameFilter } from '~/domain/fold-text.ts';
import { formatCount, formatNumber, formatRange, inflect } from '~/domain/format-count.ts';
import { SIGNUPS_PER_PAGE, TEXT_LIMITS } from '~/domain/limits.ts';
import { can } from '~/domain/policy.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { getListedStanding, isWaiting } from '~/domain/signups/standing.ts';
import { describeStay } from '~/domain/signups/stay.ts';
import { buildPlaceHref, usePageSearch } from './place-address.ts';
import { SignupRow } from './signup-row.tsx';
import * as css from './signups.css.ts';

type SignupsCardProps = {
	event: EventOnPage;
	/** The search text in the address (`?q=`). */
	query: string;
	/** The server's time, ISO 8601. */
	now: string;
};

/** The list scrolls when it has more rows than this. */
const VISIBLE_ROWS = 10;

/** Renders the signups: search, counts of all signups, and the rows in order, the viewer's own first. */
export function SignupsCard({ event, query, now }: SignupsCardProps) {
	const { total_signups: total, user_signup_status: own, signupsPage } = event;
	const isOpen = event.status === 'active';
	const search = usePageSearch();
	const ownHref = `/events/${event.id}/signup${search}`;
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const canAsk = isOpen && event.date > now && can(viewer, 'events.nudge');
	return (
		<Collapsible title="Signups" id="signups" meta={formatCount(total, 'signup')} defaultOpen>
			{isOpen && event.own_standing.kind === 'none' && <ReadyToJoin href={ownHref} />}
			{isOpen && can(viewer, 'events.update') && <UnconfirmedCount event={event} />}
			{signupsPage ? (
				<PagedSignups event={event} page={signupsPage} query={query} />
			) : (
				<SearchableSignups event={event} initialQuery={query} key={query} />
			)}
			<div className={css.cardFoot}>
				<span>Only creators and admins can see notes</span>
				<div className={css.cardLinks}>
					{isOpen && can(viewer, 'signups.add') && (
						<ButtonLink to={`/events/${event.id}/add-player${search}`} icon={UserPlus} preventScrollReset>
							Add a player
						</ButtonLink>
					)}
					{canAsk && (
						<ButtonLink to={`/events/${event.id}/nudge${search}`} icon={Megaphone} preventScrollReset>
							Ask who hasn't signed up
						</ButtonLink>
					)}
					{isOpen && can(viewer, 'messages.send', {}) && (
						<ButtonLink to={`/events/${event.id}/message${search}`} icon={MessagesSquare} preventScrollReset>
							Message the players
						</ButtonLink>
					)}
					{isOpen && own && (
						<ButtonLink to={ownHref} icon={Pencil} preventScrollReset>
							Update My Signup
						</ButtonLink>
					)}
				</div>
			</div>
		</Collapsible>
	);
}

function ReadyToJoin({ href }: { href: string }) {
	return (
		<div className={css.cardReady}>
			<p className={strong}>Ready to join?</p>
			<ButtonLink to={href} variant="primary" preventScrollReset>
				Sign Up Now
			</ButtonLink>
		</div>
	);
}

/** Renders how many signups were not confirmed since the event moved, when the page has all signups. */
function UnconfirmedCount({ event }: { event: EventOnPage }) {
	const count = event.signups.filter(({ awaits_reply }) => awaits_reply).length;
	if (count === 0 || event.signupsPage) return null;
	const members = formatCount(event.total_signups - event.declined_signups, 'member');
	return (
		<p className={css.cardUnconfirmed}>
			<Icon icon={CalendarSync} />
			{count} of {members} {inflect(count, "hasn't", "haven't")} confirmed the new time
		</p>
	);
}

/**
 * Renders all signups. With script the list filters on every letter; without script the form searches on the server.
 */
function SearchableSignups({ event, initialQuery }: { event: EventOnPage; initialQuery: string }) {
	const { text: query, props } = useTypedText(initialQuery);
	const isMatch = createNameFilter(query);
	return (
		<>
			<Tools event={event}>
				<form method="get" action={`/events/${event.id}`} onSubmit={preventSubmit}>
					<TextInput {...SEARCH_FIELD} {...props} defaultValue={initialQuery} />
				</form>
			</Tools>
			<SignupList
				event={event}
				signups={event.signups.filter((signup) => isMatch(signup.username))}
				emptyText={chooseEmptyText(event, query)}
			/>
		</>
	);
}

/** Returns which of the signups a page shows, such as '101–200 of 520'. The viewer's own is beside them on the first page. */
function describePage(
	{ total_signups: total, user_signup_status: own }: EventOnPage,
	number: number,
): string {
	const others = total - (own ? 1 : 0);
	const first = (number - 1) * SIGNUPS_PER_PAGE + 1;
	const count = Math.min(SIGNUPS_PER_PAGE, others - first + 1);
	return formatRange(first, count, `${formatNumber(others)}${own ? ' others' : ''}`);
}

type PagedSignupsProps = { event: EventOnPage; page: SignupsPage; query: string };

/** Renders one page of many signups. The search and the links to the other pages ask the server. */
function PagedSignups({ event, page: { number, hasNext }, query }: PagedSignupsProps) {
	const address = `/events/${event.id}`;
	const search = usePageSearch();
	const getHref = (page: number) => {
		const params = new URLSearchParams(search);
		if (query !== '') params.set('q', query);
		params.set('page', String(page));
		return `${address}?${params}`;
	};
	const groups = new URLSearchParams(search).get(OPEN_GROUPS_FIELD.name);
	return (
		<>
			<Tools event={event}>
				<Form method="get" action={address} preventScrollReset>
					{groups && <input type="hidden" name={OPEN_GROUPS_FIELD.name} value={groups} />}
					<TextInput {...SEARCH_FIELD} ref={useShownQuery<HTMLInputElement>(query)} defaultValue={query} />
				</Form>
			</Tools>
			<SignupList
				event={event}
				signups={event.signups}
				emptyText={number > 1 ? 'No signups on this page' : chooseEmptyText(event, query)}
			/>
			{(number > 1 || hasNext) && (
				<nav aria-label="Pages of signups" className={css.cardPages}>
					{query === '' && event.signups.length > 0 && (
						<span className={css.cardRange}>{describePage(event, number)}</span>
					)}
					{number > 1 && (
						<ButtonLink to={getHref(number - 1)} icon={ChevronLeft} preventScrollReset>
							Previous
						</ButtonLink>
					)}
					{hasNext && (
						<ButtonLink
							to={getHref(number + 1)}
							iconEnd={ChevronRight}
							preventScrollReset
							className={css.cardNext}
						>
							Next
						</ButtonLink>
					)}
				</nav>
			)}
		</>
	);
}

const SEARCH_FIELD = {
	type: 'search',
	name: 'q',
	label: 'Search players',
	placeholder: 'Search players',
	hideLabel: true,
	icon: Search,
	maxLength: TEXT_LIMITS.search,
	autoComplete: 'off',
} as const;

function chooseEmptyText({ currentUserId: id, currentUserRole: role }: EventOnPage, query: string): string {
	if (query.trim() !== '') return 'No one by that name has signed up';
	return can({ id, role }, 'events.update')
		? 'No signups yet. Share the link to invite people.'
		: 'No signups yet';
}

function Tools({ event, children }: { event: EventOnPage; children: ReactNode }) {
	return (
		<div className={css.cardTools}>
			<search className={css.cardSearch}>{children}</search>
			<div className={css.cardCounts}>
				<Badge {...SIGNUP_LOOKS.confirmed}>{event.confirmed_signups} Confirmed</Badge>
				<Badge {...SIGNUP_LOOKS.late}>{event.late_signups} Late</Badge>
				<Badge {...SIGNUP_LOOKS.tentative}>{event.tentative_signups} Tentative</Badge>
				{event.waitlist_count > 0 && <WaitingCount event={event} />}
			</div>
		</div>
	);
}

/** Renders how many wait for a place; for those who can edit signups it leads to the first of them in the list. */
function WaitingCount({ event }: { event: EventOnPage }) {
	const search = usePageSearch();
	const first = event.signups.find(isWaiting);
	const isLinked = first !== undefined && findEditHref(event, first, search) !== null;
	const badge = (
		<Badge tone="neutral" className={isLinked ? css.cardWaiting : undefined}>
			{event.waitlist_count} waiting
		</Badge>
	);
	if (!isLinked) return badge;
	return (
		<Link to={{ search, hash: `signup-${first.id}` }} onClick={followPartLink}>
			{badge}
		</Link>
	);
}

function preventSubmit(submit: FormEvent) {
	submit.preventDefault();
}

type SignupListProps = { event: EventOnPage; signups: readonly ListedSignup[]; emptyText: string };

function SignupList({ event, signups, emptyText }: SignupListProps) {
	const { cdnUrl } = useSite();
	const linkTo = useLinks({ preventScrollReset: true });
	const search = usePageSearch();
	const renderCached = useCachedHtml();
	const isPaged = event.signupsPage !== null;
	const isScrollable = !isPaged && signups.length > VISIBLE_ROWS;
	const listClass = joinClasses(plainList, css.cardList, isScrollable && css.cardFadeSpace);
	const rows = signups.map((signup) => ({
		signup,
		standing: getListedStanding(signup, event),
		cdnUrl,
		isOwn: signup.user_id === event.currentUserId,
		isUnconfirmed: signup.awaits_reply && event.status === 'active',
		stay: describeStay(event, signup),
		editHref: findEditHref(event, signup, search),
		placeHref: findPlaceHref(event, signup, search),
	}));
	return (
		<>
			<p role="status" className={signups.length === 0 ? css.cardEmpty : undefined}>
				{signups.length === 0 && emptyText}
			</p>
			<div className={joinClasses(css.cardFrame, isScrollable && css.cardFading)}>
				{/* biome-ignore lint/a11y/useSemanticElements: a scrolling list is not a page section */}
				<div
					className={joinClasses(css.cardScroller, isPaged && css.cardWhole)}
					role="region"
					aria-label="Signups"
					tabIndex={isPaged ? undefined : 0}
				>
					{renderCached ? (
						<ul
							className={listClass}
							dangerouslySetInnerHTML={{ __html: rows.map((row) => renderCached(SignupRow, row)).join('') }}
						/>
					) : (
						<ul className={listClass}>
							{rows.map((row) => (
								<SignupRow key={row.signup.id} {...row} linkTo={linkTo} />
							))}
						</ul>
					)}
				</div>
			</div>
		</>
	);
}

/**
 * Returns the address of the edit dialog: the viewer's own signup, or any signup for creators and admins.
 * Returns null when sign-up is closed or the viewer may not edit the signup.
 */
function findEditHref(event: EventOnPage, signup: ListedSignup, search: string): string | null {
	if (event.status !== 'active') return null;
	if (signup.user_id === event.currentUserId) return `/events/${event.id}/signup${search}`;
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	return can(viewer, 'signups.update', { userId: signup.user_id })
		? `/events/${event.id}/signups/${signup.id}${search}`
		: null;
}

/** Returns the address of the dialog that gives a waiting player a place, or null when the viewer may not do it. */
function findPlaceHref(event: EventOnPage, signup: ListedSignup, search: string): string | null {
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const canMove = event.status === 'active' && can(viewer, 'places.move') && !signup.has_left;
	if (!canMove || !isWaiting(signup)) return null;
	return buildPlaceHref(event.id, signup.id, search);
}
