import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { EventHeader } from '~/app/routes/event/event-header.tsx';
import { SignupBar } from '~/app/routes/event/signup-bar.tsx';
import { SignupDialog } from '~/app/routes/event/signup-dialog.tsx';
import { SignupsCard } from '~/app/routes/event/signups-card.tsx';
import { toCardEvent } from '~/app/routes/events/card-event.ts';
import { EventsHero } from '~/app/routes/events/events-hero.tsx';
import { EventGrid } from '~/app/routes/events/events-page.tsx';
import { useQuickSignups } from '~/app/routes/events/quick-signup.tsx';
import { SavedGroups } from '~/app/routes/groups/saved-groups.tsx';
import { StatCards } from '~/app/routes/profile/profile-head.tsx';
import { SignupHistory } from '~/app/routes/profile/signup-history.tsx';
import * as tileCss from '~/app/shell/window-tile.css.ts';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import type { EventOnList, EventOnPage } from '~/domain/events/page.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import type { findEventSignup, OwnHistory } from '~/server/operations/signups/index.ts';

const SITE = {
	gameName: 'Blood on the Clocktower',
	communityName: 'The Candlewick Society',
	communityJoinUrl: null,
	cdnUrl: 'https://cdn.discordapp.com',
	viewerZone: null,
};

function renderIn(Component: () => ReactNode): string {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SiteProvider value={SITE}>
					<Component />
				</SiteProvider>
			),
		},
	]);
	return renderToStaticMarkup(<Page />).replaceAll('&#x27;', "'");
}

const toText = (html: string) =>
	html
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
const find = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1]?.trim() ?? '';
const findLight = (html: string) =>
	Object.entries(tileCss.lit).find(([, className]) => html.includes(className))?.[0] ?? 'none';

/** Returns the label of the pressed status button, or ''. */
const findPressed = (html: string) =>
	toText(find(/<button[^>]*aria-pressed="true"[^>]*>(.*?)<\/button>/, html));

/** Returns what the list says about the viewer: the card's button or line, its tile, and its counts, and the hero with its pressed button. */
export function renderList(event: EventOnList, now: string) {
	const card = renderIn(() => {
		const { events, signups } = useQuickSignups([toCardEvent(event)]);
		return <EventGrid events={events} signups={signups} viewerZone={null} now={now} canCreate={false} />;
	});
	const hero = renderIn(() => {
		const { signups } = useQuickSignups([toCardEvent(event)]);
		return (
			<EventsHero next={toCardEvent(event)} signups={signups} now={now} canCreate={false} viewerZone={null} />
		);
	});
	const text = toText(card);
	return {
		button:
			find(/<summary aria-label="(.*?)(?:: change your signup| for )/, card) ||
			find(/Your signup: (.*?) View Details/, text) ||
			'closed',
		light: findLight(card),
		counts: find(/(\d+ confirmed, \d+ tentative, \d+ late)/, card),
		hero: toText(hero),
		pressed: findPressed(hero),
	};
}

/** Returns what a row of the page's signups says about its user, or '' without a row. */
const findRowLabel = (row: string) => find(/role="img" aria-label="([^"]*)" class="[^"]*"[^>]*><use/, row);

/** Returns what the event page says about the viewer: badge, tile, signup bar, own row, and the counts. */
export function renderEventPage(event: EventOnPage, now: string) {
	const header = renderIn(() => <EventHeader event={event} now={now} />);
	const bar = renderIn(() => <SignupBar event={event} now={now} />);
	const card = renderIn(() => <SignupsCard event={event} query="" now={now} />);
	const row = card.split('<li').find((part) => part.includes('(You)')) ?? '';
	return {
		badge: find(/You: (.*?) </, header.replaceAll('</span>', ' <')) || find(/(Not signed up)/, header),
		light: findLight(header),
		bar: toText(bar),
		pressed: findPressed(bar),
		row: findRowLabel(row),
		counts:
			toText(card)
				.match(/(?<!-)\b(\d+ (?:Confirmed|Late|Tentative|waiting))/g)
				?.join(', ') ?? '',
	};
}

/** Returns what the viewer's history says about one signup. */
export function renderHistory(history: OwnHistory, eventId: string) {
	const signups = history.signups.filter(({ event_id }) => event_id === eventId);
	const html = renderIn(() => (
		<SignupHistory history={{ ...history, signups }} shown={{ history: 20, sessions: null }} />
	));
	return { badge: find(/Eastern (.*?) View Event/, toText(html)), light: findLight(html) };
}

/** Returns what the event page says about each of its signups, by username. */
export function renderRows(event: EventOnPage, now: string): Map<string, string> {
	const rows = renderIn(() => <SignupsCard event={event} query="" now={now} />)
		.split('<li')
		.slice(1);
	return new Map(rows.map((row) => [find(/ title="([^"]*)"/, row), findRowLabel(row)]));
}

/** Returns what the signup dialog says: the label of the signup, and the chosen status with its icon. */
export function renderSignupDialog({ event, signup }: Awaited<ReturnType<typeof findEventSignup.handle>>) {
	const html = renderIn(() => (
		<SignupDialog
			event={event}
			signup={signup}
			hasBegun={false}
			heading=""
			intent="signups.put"
			closeHref="/"
		/>
	));
	const chosen = html.split('<label').find((part) => part.includes(' checked=""')) ?? '';
	return {
		label: find(/Signup: <b>(.*?)<\/b>/, html),
		status: find(/ value="(.*?)"/, chosen),
		icon: find(/#(.*?)"/, chosen),
	};
}

/** Returns the rows of the saved groups: the username, what the row says, and whether the name is struck through. */
export const renderSeats = (event: EventOnPage, view: OpenGroups) =>
	renderIn(() => <SavedGroups event={event} view={view} />)
		.split('<li')
		.slice(1)
		.map((row) => {
			const name = find(/ title="([^"]*)"/, row);
			const text = find(new RegExp(`${name} (.*)`), toText(`<li${row}`).replace('(You)', ''));
			return { name, text, isStruck: row.includes('<s>') };
		});

/** Returns how many signups the profile's cards count: all, and those listed as confirmed and as tentative. */
export const renderTally = ({ tally, nights }: OwnHistory): string =>
	toText(renderIn(() => <StatCards tally={tally} nights={nights} />));
