import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { orderSignups } from '~/domain/signups/order.ts';
import type { EventSignupView } from '~/domain/signups/schema.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventDetail, getOwn } from '~/tests/support/event-views.ts';
import { renderPage } from '~/tests/support/render-page.tsx';
import { CreatedEvent } from './created-event.tsx';
import { EventPage } from './event-page.tsx';
import { SignupDialog } from './signup-dialog.tsx';

const SITE = {
	gameName: 'Blood on the Clocktower',
	communityName: 'The Candlewick Society',
	communityJoinUrl: null,
	cdnUrl: 'https://cdn.discordapp.com',
	viewerZone: 'Europe/Berlin',
};
const signup = (
	id: string,
	username: string,
	status: EventSignupView['status'],
	notes: string | null = null,
): EventSignupView => ({
	id,
	user_id: `u${id}`,
	event_id: '7',
	username,
	avatar: null,
	discord_id: null,
	status,
	notes,
	signup_source: 'webapp',
	created_at: '2026-10-01T00:00:00.000Z',
	awaits_reply: false,
	place: null,
	waitlist_position: null,
	standby: false,
	arrives_at: null,
	leaves_at: null,
});
const EVENT = createEventDetail({
	description: 'First line\nSecond line',
	duration: 150,
	location: 'The Hearth',
	timezone: 'UTC',
	confirmed_count: 1,
	late_count: 1,
	tentative_count: 1,
	signup_count: 3,
	storytellers: [{ user_id: 'u9', username: '', role: 'storyteller', avatar: null, discord_id: null }],
	signups: [
		signup('1', 'Tomás Echeverría', 'tentative', 'Only the first game'),
		signup('2', 'nightjar', 'confirmed', 'Signed up via Discord'),
		signup('3', 'dee', 'late'),
	],
	currentUserId: 'u1',
	total_signups: 3,
	confirmed_signups: 1,
	tentative_signups: 1,
	late_signups: 1,
	discord_sync: { state: 'synced', error: null },
});

type Changes = Partial<EventDetail> &
	Pick<
		Partial<EventOnPage>,
		| 'signupsPage'
		| 'ownNotes'
		| 'ownArrivesAt'
		| 'ownAwaitsReply'
		| 'cancelReason'
		| 'neighbours'
		| 'otherEvent'
	>;

function render(changes: Changes = {}, query = '', hasSavedGroups = false) {
	const { signups, ...event } = {
		...EVENT,
		signupsPage: null,
		ownNotes: null,
		ownArrivesAt: null,
		ownAwaitsReply: false,
		cancelReason: null,
		ownPlaceReason: null,
		otherEvent: null,
		neighbours: null,
		seriesProgress: null,
		seriesPause: null,
		isAnnouncedLater: false,
		ownRegular: null,
		scriptQuestion: null,
		round: 1,
		hasRounds: false,
		mirrorChangedAt: null,
		isSeriesOnDiscord: false,
		movedOnDiscord: null,
		groupPost: null,
		canAnnounce: false,
		ownStandby: false,
		standbys: 0,
		ownTable: null,
		canReadTables: false,
		ownAttendance: null,
		canTakeRollCall: false,
		hasResults: false,
		...changes,
	};
	const ordered = orderSignups(signups, event.currentUserId);
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SiteProvider value={SITE}>
					<EventPage
						event={{ ...event, own_standing: getOwn(event), signups: ordered }}
						query={query}
						now="2026-10-15T20:00:00.000Z"
						groups={<p>THE GROUPS</p>}
						hasSavedGroups={hasSavedGroups}
					/>
				</SiteProvider>
			),
		},
	]);
	return renderPage(<Page />);
}
const toText = (html: string) =>
	html
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.replaceAll('&#x27;', "'");
const viewAs = (id: string, role: Role, status: EventDetail['user_signup_status'] = null) => ({
	currentUserId: id,
	currentUserRole: role,
	user_signup_status: status,
});

describe('the event page', () => {
	test('shows date, location, description and storytellers', () => {
		const text = toText(render());
		expect(text).toContain('Friday, October 16th, 2026');
		expect(text).toContain('8:30 PM Eastern Sat, Oct 17, 2:30 AM in your time (Berlin)');
		expect(text).toContain('2.5 hours');
		expect(text).toContain('Unknown Storyteller Storyteller');
		expect(render()).toContain('First line\nSecond line');
	});

	test('lists the viewer’s own signup first and hides notes that Discord wrote', () => {
		const html = render(viewAs('u1', 'player', 'tentative'));
		const names = [...html.matchAll(/title="(Tomás Echeverría|nightjar|dee)"/g)].map((match) => match[1]);
		expect(names).toEqual(['Tomás Echeverría', 'nightjar', 'dee']);
		expect(toText(html)).toContain('(You) Only the first game');
		expect(html).not.toContain('Signed up via Discord');
		expect(toText(html)).toContain('1 Confirmed 1 Late 1 Tentative');
		expect(toText(html)).toContain('You: Tentative');
	});

	test.each([
		['lets a player edit only their own signup', viewAs('u1', 'player', 'tentative'), ['/events/7/signup']],
		['does not let a storyteller edit other signups', viewAs('u8', 'storyteller'), []],
		[
			'lets a creator edit every signup',
			viewAs('u8', 'creator'),
			['/events/7/signups/2', '/events/7/signups/3', '/events/7/signups/1'],
		],
	])('%s', (_name, viewer, addresses) => {
		const html = render(viewer);
		const pencils = [...html.matchAll(/<a [^>]*aria-label="Edit[^>]*>/g)].map(
			(match) => /href="([^"]+)"/.exec(match[0])?.[1],
		);
		expect(pencils).toEqual(addresses);
	});

	test('asks viewers without a signup, and offers update and removal to the others', () => {
		expect(toText(render(viewAs('u8', 'player')))).toContain('Ready to join? Sign Up Now');
		expect(toText(render(viewAs('u8', 'player')))).toContain('Not signed up');
		const signedUpText = toText(render(viewAs('u1', 'player', 'tentative')));
		expect(signedUpText).toContain('Update My Signup');
		expect(signedUpText).toContain('Remove');
		expect(signedUpText).not.toContain('Ready to join?');
		// The page's form sends no notes, so that newer notes from another tab are kept.
		expect(render(viewAs('u1', 'player', 'tentative'))).not.toContain('name="notes"');
	});

	test('does not ask the storytellers of the event whether they come', () => {
		const text = toText(render(viewAs('u9', 'storyteller')));
		expect(text).toContain("You're running this event You don't need to sign up");
		expect(text).not.toMatch(/Are you coming\?|Ready to join\?|haven't signed up/);
		expect(text).toContain('Confirmed');
		// Another event's storyteller is a player like others.
		expect(toText(render(viewAs('u8', 'storyteller')))).toContain('Are you coming?');
	});

	test('says above the buttons that the event is full, and shows a waiting viewer as waiting', () => {
		const event = { capacity: 15, places: 15, places_taken: 15, waitlist_count: 2 } as const;
		const full = 'The event is full. Confirmed or Late puts you on the waitlist, as number 3.';
		for (const status of [null, 'tentative', 'declined'] as const)
			expect(toText(render({ ...event, ...viewAs('u8', 'player', status) }))).toContain(full);
		const own_place = { state: 'waiting', position: 2, offer_expires_at: null } as const;
		const html = render({ ...event, own_place, ...viewAs('u8', 'player', 'confirmed') });
		expect(toText(html)).not.toContain('The event is full');
		expect(html).toMatch(/aria-pressed="true"[^>]*>(<svg.*?<\/svg>)?Waitlist · 2<\/button>/);
	});

	test('a cancelled event has a dark tile and no calendar, another one has both', () => {
		const html = (status: EventDetail['status']) =>
			render({ ...viewAs('u1', 'player', 'confirmed'), status });
		const tile = (text: string) => text.match(/<time[^>]*class="([^"]*)"/)?.[1];
		expect(toText(render({ status: 'cancelled', cancelReason: 'Ada is ill.' }))).toContain(
			'Reason: Ada is ill.',
		);
		expect(html('active')).toContain('.ics"');
		expect(html('cancelled')).not.toContain('.ics"');
		expect(tile(html('cancelled'))).toBe(tile(render(viewAs('u8', 'player'))));
		expect(tile(html('active'))).not.toBe(tile(html('cancelled')));
	});

	test.each(['cancelled', 'completed'] as const)(
		'a %s event offers only the removal of a signup',
		(status) => {
			const html = render({ ...viewAs('u1', 'player', 'tentative'), status });
			expect(html.match(/method="post"/g)).toHaveLength(1);
			expect(html).toContain('value="signups.remove"');
			expect(render({ ...viewAs('u8', 'player'), status })).not.toContain('method="post"');
			expect(html).not.toContain('aria-label="Edit');
			expect(toText(html)).toContain('Signups are closed. This event is');
			expect(toText(html)).toContain("signups can't be changed. Your signup was Tentative .");
			const withNote = render({ ...viewAs('u1', 'player', 'tentative'), status, ownNotes: 'the tram' });
			expect(toText(withNote)).toContain('Your note: the tram');
		},
	);

	test('the bar offers a note, and its controls are named with the event', () => {
		const html = (ownNotes: string | null) => render({ ...viewAs('u1', 'player', 'tentative'), ownNotes });
		expect(toText(html(null))).toContain(`Add a note on your signup for ${EVENT.title}`);
		expect(toText(html('Signed up via Discord'))).toContain('Add a note');
		expect(toText(html('the tram'))).toContain(`Edit note on your signup for ${EVENT.title}`);
		expect(html(null)).toContain(`aria-label="${EVENT.title}: Are you coming?"`);
		expect(toText(html(null))).toContain(`Remove your signup for ${EVENT.title}`);
		expect(toText(render(viewAs('u8', 'player')))).not.toContain('a note');
	});

	test.each([
		['placed', null, 'You have a place. Change your status', []],
		['waiting', 2, "You're number 2 on the waitlist. When a place is free", []],
		['offered', 1, 'It is kept for you until 2:30 AM (Berlin).', ['Take the place', 'No, thanks']],
	] as const)('a viewer whose place is %s', (state, position, text, buttons) => {
		const offer_expires_at = state === 'offered' ? '2026-10-17T00:30:00.000Z' : null;
		const places = { capacity: 12, places: 12, places_taken: 12, waitlist_count: 3 } as const;
		const shown = render({
			...viewAs('u1', 'player', 'confirmed'),
			...places,
			own_place: { state, position, offer_expires_at },
		});
		expect(toText(shown)).toContain(text);
		expect(toText(shown)).toContain('12 of 12 places taken, 3 waiting');
		const chosen = /aria-pressed="true".*?#([\w-]+)"/.exec(shown)?.[1];
		expect(chosen).toBe({ placed: 'circle-check', waiting: 'hourglass', offered: 'bell-ring' }[state]);
		const busy = render({
			...viewAs('u1', 'player', 'confirmed'),
			...places,
			own_place: { state, position, offer_expires_at },
			otherEvent: 'Owls',
		});
		expect(toText(busy)).toContain('You also come to Owls at the same time.');
		expect(toText(shown)).not.toContain('at the same time');
		const names = [...shown.matchAll(/name="accept"[^>]*>(.*?)<\/button>/g)].map(([, html]) =>
			toText(String(html)).trim(),
		);
		expect(names).toEqual(buttons);
		expect(toText(render(viewAs('u1', 'player', 'confirmed')))).not.toContain('place');
	});

	test('a line shows who waits, and storytellers what one more would open', () => {
		const signups = EVENT.signups.map((one) =>
			one.id === '2' ? { ...one, place: 'waiting' as const, waitlist_position: 1 } : one,
		);
		const places = { capacity: 'storytellers', places: 15, places_taken: 15, waitlist_count: 1 } as const;
		const text = toText(render({ ...viewAs('u8', 'creator'), ...places, signups }));
		expect(text).toContain('nightjar Waitlist · 1');
		expect(text).toContain('One more storyteller opens 15 places.');
		expect(text).toContain('1 waiting');
		expect(toText(render({ ...viewAs('u8', 'player'), ...places, signups }))).not.toContain('One more');
	});

	test('says who has not confirmed since the event moved, and asks the viewer', () => {
		const signups = EVENT.signups.map((one) => ({ ...one, awaits_reply: one.id !== '3' }));
		const moved = { signups, total_signups: 4, declined_signups: 1 };
		const own = { ...moved, ...viewAs('u1', 'player', 'tentative'), ownAwaitsReply: true };
		const text = toText(render(own));
		expect(text).toContain(
			'This event was moved. Still coming? Press Tentative again, or choose another status',
		);
		expect(text).toContain('(You) New time not confirmed Only the first game');
		expect(text.match(/New time not confirmed/g)).toHaveLength(2);
		expect(text).not.toContain('confirmed the new time');
		const creatorText = toText(render({ ...moved, ...viewAs('u8', 'creator') }));
		expect(creatorText).toContain("2 of 3 members haven't confirmed the new time");

		expect(creatorText).toContain('Are you coming?');
		const oneLeft = signups.map((one) => ({ ...one, awaits_reply: one.id === '1' }));
		expect(toText(render({ ...moved, ...viewAs('u8', 'creator'), signups: oneLeft }))).toContain(
			"1 of 3 members hasn't confirmed the new time",
		);
		const paged = { ...moved, ...viewAs('u8', 'creator'), signupsPage: { number: 1, hasNext: true } };
		expect(toText(render(paged))).not.toContain('confirmed the new time');
		const cancelledText = toText(render({ ...own, status: 'cancelled' }));
		expect(cancelledText).not.toContain('not confirmed');
	});

	test("offers creators of an upcoming active event to ask who hasn't signed up", () => {
		const label = "Ask who hasn't signed up";
		expect(render(viewAs('u8', 'creator'))).toContain('href="/events/7/nudge"');
		expect(toText(render(viewAs('u8', 'creator')))).toContain(label);
		expect(toText(render(viewAs('u8', 'storyteller')))).not.toContain(label);
		expect(toText(render({ ...viewAs('u8', 'admin'), status: 'cancelled' }))).not.toContain(label);
		expect(toText(render({ ...viewAs('u8', 'admin'), date: '2026-10-15T20:00:00.000Z' }))).not.toContain(
			label,
		);
	});

	test('says that more players are needed until the event starts', () => {
		const short = { ...viewAs('u8', 'creator'), minimum_players: 7, decision: 'pending' } as const;
		expect(toText(render(short))).toContain('There are too few players.');
		expect(toText(render({ ...short, date: '2026-10-15T20:00:00.000Z' }))).not.toContain('There are too few');
	});

	test('invites creators to share an event without signups', () => {
		const noSignups = { signups: [], total_signups: 0 };
		expect(toText(render({ ...noSignups, ...viewAs('u8', 'creator') }))).toContain(
			'Share the link to invite people.',
		);
		expect(toText(render({ ...noSignups, ...viewAs('u8', 'player') }))).not.toContain('Share the link');
	});

	test('says which group the viewer is in, and has the groups above the signups once they are saved', () => {
		const own_group = { name: 'Bats', storyteller: 'Tess', players: 2 };
		const html = render({ own_group });
		expect(toText(html)).toContain("Created by marlowe You're in Bats · Tess · 2 players");
		expect(toText(render({ own_group, status: 'completed' }))).not.toContain('in Bats');
		const placeOf = (text: string, page: string) => toText(page).indexOf(text);
		const [saved, none] = [render({}, '', true), render({}, '', false)];
		expect(placeOf('THE GROUPS', saved)).toBeLessThan(placeOf('Ready to join?', saved));
		expect(placeOf('THE GROUPS', saved)).toBeGreaterThan(placeOf('Are you coming?', saved));
		expect(placeOf('THE GROUPS', none)).toBeGreaterThan(placeOf('Ready to join?', none));
	});

	test('filters by the query parameter without script', () => {
		const html = render({}, 'tomas');
		expect(html).toContain('title="Tomás Echeverría"');
		expect(html).not.toContain('title="nightjar"');
		expect(html).toContain('value="tomas"');
		expect(toText(render({}, 'zzz'))).toContain('No one by that name has signed up');
		expect(toText(render({ signups: [] }))).toContain('No signups yet');
	});

	test('shows one page of many signups, with counts of all and links that keep the search', () => {
		const many = { total_signups: 250, confirmed_signups: 180 };
		const html = render({ ...many, signupsPage: { number: 2, hasNext: true } }, 'dee & co');
		expect(toText(html)).toContain('250 signups');
		expect(toText(html)).toContain('180 Confirmed');
		// The server has searched, so that all signups of the page are shown.
		expect(html).toContain('title="nightjar"');
		expect(html).toContain('href="/events/7?q=dee+%26+co&amp;page=1"');
		expect(html).toContain('href="/events/7?q=dee+%26+co&amp;page=3"');
		const only = render({ ...many, signupsPage: { number: 1, hasNext: false } });
		expect(only).not.toContain('Pages of signups');
		const behind = render({ ...many, signups: [], signupsPage: { number: 9, hasNext: false } });
		expect(toText(behind)).toContain('No signups on this page Previous');
	});

	test('shows 500 signups', () => {
		const signups = Array.from({ length: 500 }, (_, index) =>
			signup(String(index + 1), `player ${index}`, 'confirmed'),
		);
		expect(render({ signups }).match(/title="player \d+"/g)).toHaveLength(500);
	});
});

function renderDialog(changes: Partial<ComponentProps<typeof SignupDialog>>, viewerZone: string | null) {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SiteProvider value={{ ...SITE, viewerZone }}>
					<SignupDialog
						event={EVENT}
						signup={null}
						hasBegun={false}
						heading="Sign Up"
						intent="signups.put"
						closeHref="/events/7"
						{...changes}
					/>
				</SiteProvider>
			),
		},
	]);
	return renderToStaticMarkup(<Page />);
}

test.each([
	['Europe/Berlin', '23:00', 'Berlin time', 'from 10:00 PM to 12:30 AM (Berlin)'],
	[null, '17:00', 'Eastern time', 'from 4:00 PM to 6:30 PM (Eastern)'],
])('the dialog has the times in the zone of the viewer (%s)', (zone, arrives, hint, range) => {
	const event = { ...EVENT, date: '2026-10-16T20:00:00.000Z' };
	const saved = { ...signup('1', 'Tomás', 'late'), arrives_at: '21:00' };
	const html = renderDialog({ event, signup: saved }, zone);
	expect(html).toContain(`name="times_zone" value="${zone ?? 'America/New_York'}"`);
	expect(html).toMatch(new RegExp(`name="arrives_at"[^>]*value="${arrives}"`));
	expect(toText(html)).toContain(`${hint}, optional. The event is ${range}.`);
	const values = { status: 'late', notes: '', arrives_at: '07:00', times_zone: 'Asia/Tokyo' };
	const refused = renderDialog({ event, refusal: { error: 'Please check', values } }, zone);
	expect(refused).toMatch(/name="arrives_at"[^>]*value="07:00"/);
	expect(refused).toContain('name="times_zone" value="Asia/Tokyo"');
});

test('once the event has begun, Tentative is the last status', () => {
	const list = (html: string) =>
		[...html.matchAll(/<(?:button|input)(?=[^>]*name="status")[^>]*value="(\w+)"/g)].map(([, name]) => name);
	const usual = ['confirmed', 'late', 'tentative', 'declined'];
	const begun = ['confirmed', 'late', 'declined', 'tentative'];
	expect(list(renderDialog({}, null))).toEqual(usual);
	expect(list(renderDialog({ hasBegun: true }, null))).toEqual(begun);
	expect(list(render(EVENT))).toEqual(usual);
	expect(list(render({ date: '2026-10-15T19:00:00.000Z' }))).toEqual(begun);
});

describe('after the status', () => {
	const own = (status: EventSignupView['status'], changes: Changes = {}) =>
		toText(
			render({
				date: '2026-10-17T00:30:00.000Z',
				currentUserId: 'u1',
				user_signup_status: status,
				...changes,
			}),
		);
	test('Late asks when, and says when in the zone of the viewer', () => {
		expect(own('late')).toContain('How late will you be?');
		expect(own('late', { duration: 60 })).not.toContain('60 min');
		expect(own('late')).toContain('15 min 30 min 60 min Other');
		// 1 AM in the event's zone, UTC.
		expect(own('late', { ownArrivesAt: '01:00' })).toContain('You arrive at 3:00 AM (Berlin).');
		expect(own('late', { ownArrivesAt: '01:00' })).not.toContain('How late will you be?');
		expect(own('late', { ownArrivesAt: '19:00' })).toContain('How late will you be?');
		expect(own('confirmed', { ownArrivesAt: '01:00' })).not.toContain('arrive');
	});

	test('Declined asks for a note, and both ways out say what others see', () => {
		expect(own('declined')).toContain('Add a note?');
		expect(own('declined', { ownNotes: 'Ill' })).not.toContain('Add a note?');
		expect(own('declined', { ownNotes: 'Ill' })).toContain('Your note: Ill Edit note');
		expect(own('confirmed', { ownNotes: 'Ill' })).not.toContain('Your note');
		expect(own('confirmed')).not.toContain('Add a note?');
		const waysOut = "Declined: others see that you can't come. Remove: your name leaves the list.";
		expect(own('declined')).toContain(waysOut);
		expect(own('tentative')).toContain(waysOut);
		expect(toText(render(EVENT))).not.toContain(waysOut);
	});
});

test('a refused signup form keeps the typed values and shows the error beside the field', () => {
	const html = renderDialog(
		{
			refusal: {
				error: 'Please check',
				fieldErrors: { notes: ['Notes can have at most 500 characters'] },
				values: { status: 'late', notes: 'typed' },
			},
		},
		null,
	);
	expect(html).toMatch(
		/<input type="radio"[^>]*value="late"[^>]*checked|<input type="radio"[^>]*checked=""[^>]*value="late"/,
	);
	expect(html).toContain('>typed</textarea>');
	expect(toText(html)).toContain('Failed to sign up for event. Please try again. Please check');
	expect(toText(html)).toContain('Notes can have at most 500 characters');
});

test.each([['https://discord.com/events/1/2'], [null]])(
	'after creating, links to Discord when the event is there: %s',
	(discordUrl) => {
		const Page = createRoutesStub([
			{ id: 'root', path: '/', Component: () => <CreatedEvent event={EVENT} discordUrl={discordUrl} /> },
		]);
		const flash = { tone: 'success', title: 'Created.', createdUrl: 'https://town.example/events/7' };
		const html = renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { flash } } }} />);
		expect(html).toContain('value="https://town.example/events/7"');
		expect(html.includes('View on Discord')).toBe(discordUrl !== null);
		expect(html.includes('href="https://discord.com/events/1/2"')).toBe(discordUrl !== null);
	},
);
