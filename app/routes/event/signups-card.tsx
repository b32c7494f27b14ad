import { type FormEvent, useMemo, useState } from 'react';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Collapsible } from '~/app/ui/collapsible.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { Pencil, Search } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { strong } from '~/app/ui/text.css.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { can } from '~/domain/policy.ts';
import { orderSignups } from '~/domain/signups/order.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import { createNameFilter } from '~/domain/signups/search.ts';
import { tallySignups } from '~/domain/signups/tally.ts';
import { SignupRow } from './signup-row.tsx';
import * as css from './signups-card.css.ts';

type SignupsCardProps = {
	event: EventDetail;
	/** The search text in the address (`?q=`), for the search without script. */
	query: string;
};

/** The list scrolls when it has more rows than this. */
const VISIBLE_ROWS = 10;

/** Renders the signups: search, counts, and all rows in order, the viewer's own first. */
export function SignupsCard({ event, query: initialQuery }: SignupsCardProps) {
	const { signups, currentUserId } = event;
	const tally = tallySignups(signups);
	const own = signups.find((signup) => signup.user_id === currentUserId);
	const isOpen = event.status === 'active';
	return (
		<Collapsible title="Signups" meta={tally.total === 1 ? '1 answer' : `${tally.total} answers`} defaultOpen>
			{isOpen && !own && <ReadyToJoin eventId={event.id} />}
			<SearchableSignups event={event} initialQuery={initialQuery} key={initialQuery} />
			<div className={css.foot}>
				<span>Notes are visible to creators and admins only</span>
				{isOpen && own && (
					<ButtonLink to={`/events/${event.id}/signup`} icon={Pencil} preventScrollReset>
						Update My Signup
					</ButtonLink>
				)}
			</div>
		</Collapsible>
	);
}

function ReadyToJoin({ eventId }: { eventId: string }) {
	return (
		<div className={css.ready}>
			<p className={strong}>Ready to join?</p>
			<ButtonLink to={`/events/${eventId}/signup`} variant="primary" preventScrollReset>
				Sign Up Now
			</ButtonLink>
		</div>
	);
}

function SearchableSignups({ event, initialQuery }: { event: EventDetail; initialQuery: string }) {
	const [query, setQuery] = useState(initialQuery);
	const ordered = useMemo(
		() => orderSignups(event.signups, event.currentUserId),
		[event.signups, event.currentUserId],
	);
	const isMatch = createNameFilter(query);
	const matchingSignups = ordered.filter((signup) => isMatch(signup.username));
	const tally = tallySignups(event.signups);
	return (
		<>
			<div className={css.tools}>
				{/* Without script the form searches on the server; with script the list filters on every letter. */}
				<search className={css.search}>
					<form method="get" action={`/events/${event.id}`} onSubmit={preventSubmit}>
						<TextInput
							type="search"
							name="q"
							label="Search players"
							placeholder="Search players"
							hideLabel
							icon={Search}
							maxLength={100}
							autoComplete="off"
							value={query}
							onChange={(change) => setQuery(change.currentTarget.value)}
						/>
					</form>
				</search>
				<div className={css.counts}>
					<Badge {...SIGNUP_LOOKS.confirmed}>{tally.confirmed} Confirmed</Badge>
					<Badge {...SIGNUP_LOOKS.late}>{tally.late} Late</Badge>
					<Badge {...SIGNUP_LOOKS.tentative}>{tally.tentative} Tentative</Badge>
				</div>
			</div>
			<SignupList event={event} signups={matchingSignups} isSearch={query.trim() !== ''} />
		</>
	);
}

function preventSubmit(submit: FormEvent) {
	submit.preventDefault();
}

type SignupListProps = { event: EventDetail; signups: readonly SignupView[]; isSearch: boolean };

function SignupList({ event, signups, isSearch }: SignupListProps) {
	const isScrollable = signups.length > VISIBLE_ROWS;
	return (
		<>
			<p role="status" className={signups.length === 0 ? css.empty : undefined}>
				{signups.length === 0 && (isSearch ? 'Nobody of that name has answered' : 'Nobody has signed up yet')}
			</p>
			<div className={joinClasses(css.frame, isScrollable && css.fading)}>
				{/* biome-ignore lint/a11y/useSemanticElements: a list that scrolls is no section of the page */}
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
				<div className={css.scroller} role="region" aria-label="Signups" tabIndex={0}>
					<ul className={joinClasses(plainList, css.list, isScrollable && css.fadeSpace)}>
						{signups.map((signup) => (
							<SignupRow
								key={signup.id}
								signup={signup}
								isOwn={signup.user_id === event.currentUserId}
								editHref={findEditHref(event, signup)}
							/>
						))}
					</ul>
				</div>
			</div>
		</>
	);
}

/**
 * Returns the address of the edit dialog: the viewer's own signup, or any signup for creators and admins.
 * Returns null when sign-up is closed or the viewer may not edit the signup.
 */
function findEditHref(event: EventDetail, signup: SignupView): string | null {
	if (event.status !== 'active') return null;
	if (signup.user_id === event.currentUserId) return `/events/${event.id}/signup`;
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	return can(viewer, 'signups.update', { userId: signup.user_id })
		? `/events/${event.id}/signups/${signup.id}`
		: null;
}
