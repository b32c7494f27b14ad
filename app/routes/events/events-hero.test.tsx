import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { EventListItem } from '~/domain/events/schema.ts';
import { createEventListItem } from '~/tests/support/event-views.ts';
import { EventsHero } from './events-hero.tsx';
import { useQuickSignups } from './quick-signup.tsx';

const EVENT = createEventListItem({
	confirmed_count: 17,
	signup_count: 17,
	user_signup_status: 'late',
});

function render(next: EventListItem | null, now: string, canCreate = false) {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => {
				const { signups } = useQuickSignups(next ? [next] : []);
				return (
					<EventsHero
						next={next}
						signups={signups}
						now={now}
						canCreate={canCreate}
						viewerZone="Europe/Berlin"
					/>
				);
			},
		},
	]);
	return renderToStaticMarkup(<Page />)
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');
}

test('the server renders the countdown numbers', () => {
	const text = render(EVENT, '2026-10-15T00:40:48.000Z');
	expect(text).toContain('Next Game: Friday Blood on the Clocktower');
	expect(text).toContain('Oct 16th, 2026 , 8:30 PM Eastern , Sat 2:30 AM your time');
	expect(text).toContain('01 day 23 hours 49 minutes 12 seconds');
	expect(text).toContain('17 players confirmed one lit window each');
	expect(text).toContain('View Details');
	expect(text).toContain('Starts on Friday evening');
	expect(text).toContain('Your signup: Late');
});

test('says which group the viewer is in', () => {
	const own_group = { name: 'Group 2', storyteller: 'Siobhán', players: 13 };
	expect(render({ ...EVENT, own_group }, '2026-10-15T00:00:00.000Z')).toContain(
		'You&#x27;re in Group 2 · Siobhán · 13 players',
	);
});

test.each([
	['2026-10-16T00:30:01.000Z', 'Less than 24 hours to go!'],
	['2026-10-16T23:30:01.000Z', 'Less than 1 hour to go!'],
])('at %s it warns', (now, warning) => {
	expect(render(EVENT, now)).toContain(warning);
});

test('shows only the heading without a next game', () => {
	const text = render(null, '2026-10-15T00:00:00.000Z', true);
	expect(text.trim()).toBe(
		'Events Find a date Create Event Browse upcoming game nights and sign up for the ones you want to join.',
	);
});
