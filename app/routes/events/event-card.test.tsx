import type { ReactNode } from 'react';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { QUICK_SIGNUP_LABELS, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { createEventListItem, getOwn } from '~/tests/support/event-views.ts';
import { renderPage } from '~/tests/support/render-page.tsx';
import { toCardEvent } from './card-event.ts';
import { EventGrid } from './events-page.tsx';
import { useQuickSignups } from './quick-signup.tsx';

const NOW = '2026-10-15T20:00:00.000Z';
const EVENT = createEventListItem({
	description: 'Our big night of the week.',
	location: 'Voice channel “The Hearth”',
	creator_username: 'marlowe_77',
	confirmed_count: 17,
	late_count: 3,
	tentative_count: 4,
	declined_count: 1,
	signup_count: 25,
});

type Shown = { event?: Partial<EventListItem>; viewerZone?: string | null; response?: SignupResult };

function renderList(Component: () => ReactNode): string {
	const Page = createRoutesStub([{ path: '/events', Component }]);
	return renderPage(<Page initialEntries={['/events']} />);
}

/** Renders a list with one event. */
function render({ event, viewerZone = 'Europe/Berlin', response }: Shown = {}) {
	return renderList(() => {
		const shown = { ...EVENT, ...event };
		const { events, signups } = useQuickSignups([
			toCardEvent({ ...shown, own_standing: getOwn(shown) } as EventOnList),
		]);
		return (
			<EventGrid
				events={events}
				signups={signups}
				viewerZone={viewerZone}
				response={response}
				now={NOW}
				canCreate={false}
			/>
		);
	});
}

const QUICK_LABELS = SIGNUP_STATUSES.map((status) => QUICK_SIGNUP_LABELS[status]).join(' ');

const toText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('the card of an event with a capacity says how many places are taken, and whether the viewer has one', () => {
	const event = { capacity: 20, places: 20, places_taken: 20, waitlist_count: 4 } as const;
	expect(toText(render({ event }))).toContain(
		'20 of 20 places taken, 4 waiting. Confirmed or Late puts you on the waitlist, as number 5.',
	);
	expect(toText(render({ event: { ...event, status: 'completed' } }))).not.toContain('puts you on');
	const own_place = { state: 'waiting', position: 3, offer_expires_at: null } as const;
	const own = toText(render({ event: { ...event, user_signup_status: 'confirmed', own_place } }));
	expect(own).toMatch(/20 of 20 places taken, 4 waiting\. You.+re number 3 on the waitlist\./);
	expect(own).not.toContain('puts you on');
	// The summary says “Waitlist · 3”, so no button of the menu is pressed.
	expect(render({ event: { ...event, user_signup_status: 'confirmed', own_place } })).not.toContain(
		'aria-pressed="true"',
	);
	expect(toText(render())).not.toContain('places');
});

test('the card of an active event works without script', () => {
	const html = render();
	expect(html).toContain('id="event-7"');
	expect(toText(html)).toContain('In 1 day');
	expect(toText(html)).toContain('Fri, 8:30 PM Eastern Sat, 2:30 AM your time');
	expect(toText(html)).toContain('17 confirmed 4 tentative 3 late');
	expect(toText(html)).toContain('by marlowe');
	expect(html).toMatch(/<form [^>]*action="\/events#event-7" method="post"/);
	expect(html).toContain('name="intent" value="signups.put"');
	expect(html).toContain('name="eventId" value="7"');
	expect([...html.matchAll(/name="status" value="(\w+)"/g)].map((match) => match[1])).toEqual(
		SIGNUP_STATUSES,
	);
	expect(toText(html)).toContain(`Sign up ${QUICK_LABELS}`);
	expect(html).toContain('aria-label="Sign up for Friday Blood on the Clocktower"');
	expect(html).toContain('href="/events/7"');
});

test.each([
	['confirmed', 'Confirmed'],
	['late', 'Late'],
	['tentative', 'Tentative'],
	['declined', 'Declined'],
] as const)('with the status %s its button is pressed', (status, label) => {
	const html = render({ event: { user_signup_status: status } });
	expect(toText(html)).toContain(`${label} ${QUICK_LABELS}`);
	expect(html).toContain(`aria-label="${label}: change your signup for Friday Blood on the Clocktower"`);
	expect(html).toContain(`aria-pressed="true" class=`);
});

test('says which group the viewer is in while the event is active', () => {
	const own_group = { name: 'Group 2', storyteller: 'Wren', players: 13 };
	const html = render({ event: { own_group } });
	expect(toText(html)).toContain('Friday Blood on the Clocktower Group 2 · Storyteller Wren Fri, 8:30 PM');
	expect(html).toContain('title="Group 2 · Storyteller Wren"');
	expect(toText(render({ event: { own_group, status: 'cancelled' } }))).not.toContain('Group 2');
});

test.each(['cancelled', 'completed'] as const)('a %s event accepts no signups', (status) => {
	const html = render({ event: { status } });
	expect(html).not.toContain('<form');
	expect(toText(html)).toContain('Signups are closed');
	const own = render({ event: { status, user_signup_status: 'late' } });
	expect(own).not.toContain('<form');
	expect(toText(own)).toContain('Your signup: Late');
});

test('says beside “Happening Now” when the event starts', () => {
	expect(toText(render({ event: { date: '2026-10-15T22:10:00.000Z' } }))).toContain(
		'Happening Now starts in 2 h',
	);
	expect(toText(render({ event: { date: '2026-10-15T19:50:00.000Z' } }))).not.toContain('starts in');
});

test('a cancelled event has a dark tile', () => {
	const tile = (status: EventListItem['status']) =>
		render({ event: { status, user_signup_status: 'confirmed' } }).match(/<time[^>]*class="([^"]*)"/)?.[1];
	expect(tile('cancelled')).not.toBe(tile('active'));
});

test('shows no local time for an event in UTC or when it equals Eastern time', () => {
	expect(render({ event: { timezone: 'UTC' } })).not.toContain('your time');
	expect(render({ viewerZone: 'America/New_York' })).not.toContain('your time');
});

test('shows the event’s own time zone when the viewer’s zone is unknown', () => {
	expect(toText(render({ viewerZone: null, event: { timezone: 'America/Chicago' } }))).toContain(
		'Fri, 7:30 PM Central',
	);
});

test('shows a refused quick signup only on its own card', () => {
	const response = { eventId: '7', error: 'This event is cancelled.' };
	expect(toText(render({ response }))).toContain(
		'Failed to sign up. Please try again. This event is cancelled.',
	);
	expect(render({ response: { ...response, eventId: '8' } })).not.toContain('Failed to sign up');
});

test('escapes users’ texts and omits missing values', () => {
	const html = render({ event: { title: '<b>x</b>', description: '', location: '', creator_name: '' } });
	expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
	expect(html).not.toContain('Location');
	expect(toText(html)).toContain('by Unknown Creator');
});

test('an empty list shows its text, and offers creators to create an event', () => {
	const show = (canCreate: boolean) =>
		renderList(() => {
			const { events, signups } = useQuickSignups([]);
			return (
				<EventGrid events={events} signups={signups} canCreate={canCreate} now={NOW} viewerZone={null} />
			);
		});
	expect(toText(show(true))).toContain(
		'No upcoming events found No upcoming events are currently available. Create Event',
	);
	expect(show(false)).not.toContain('Create Event');
});
