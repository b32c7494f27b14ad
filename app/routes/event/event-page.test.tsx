import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { Role } from '~/domain/people/roles.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import { makeEventDetail } from '~/tests/support/event-views.ts';
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
	status: SignupView['status'],
	notes: string | null = null,
): SignupView => ({
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
});
const EVENT = makeEventDetail({
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

function render(event: Partial<EventDetail> = {}, query = '') {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SiteProvider value={SITE}>
					<EventPage event={{ ...EVENT, ...event }} query={query} now="2026-10-15T20:00:00.000Z" />
				</SiteProvider>
			),
		},
	]);
	return renderToStaticMarkup(<Page />);
}
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const as = (id: string, role: Role, status: EventDetail['user_signup_status'] = null) => ({
	currentUserId: id,
	currentUserRole: role,
	user_signup_status: status,
});

describe('the event page', () => {
	test('says when, where, what and who', () => {
		const text = words(render());
		expect(text).toContain('Friday, October 16th, 2026');
		expect(text).toContain('8:30 PM Eastern Sat, Oct 17, 2:30 AM in your time (Berlin)');
		expect(text).toContain('2.5 hours');
		expect(text).toContain('Unknown Storyteller Storyteller');
		expect(render()).toContain('First line\nSecond line');
	});

	test('puts the own row first and hides what Discord wrote for notes', () => {
		const html = render(as('u1', 'player', 'tentative'));
		const names = [...html.matchAll(/title="(Tomás Echeverría|nightjar|dee)"/g)].map((match) => match[1]);
		expect(names).toEqual(['Tomás Echeverría', 'nightjar', 'dee']);
		expect(words(html)).toContain('(You) Only the first game');
		expect(html).not.toContain('Signed up via Discord');
		expect(words(html)).toContain('1 Confirmed 1 Late 1 Tentative');
		expect(words(html)).toContain('You: Tentative');
	});

	test.each([
		['a player edits the own answer only', as('u1', 'player', 'tentative'), ['/events/7/signup']],
		['a storyteller is no creator', as('u8', 'storyteller'), []],
		[
			'a creator edits all',
			as('u8', 'creator'),
			['/events/7/signups/2', '/events/7/signups/3', '/events/7/signups/1'],
		],
	])('%s', (_name, viewer, addresses) => {
		const html = render(viewer);
		const pencils = [...html.matchAll(/<a [^>]*aria-label="Edit[^>]*>/g)].map(
			(match) => /href="([^"]+)"/.exec(match[0])?.[1],
		);
		expect(pencils).toEqual(addresses);
	});

	test('asks whoever has not answered, and offers the others their update and removal', () => {
		expect(words(render(as('u8', 'player')))).toContain('Ready to join? Sign Up Now');
		expect(words(render(as('u8', 'player')))).toContain('Not signed up');
		const answered = words(render(as('u1', 'player', 'tentative')));
		expect(answered).toContain('Update My Signup');
		expect(answered).toContain('Remove');
		expect(answered).not.toContain('Ready to join?');
		// The page's form sends no notes, so that newer notes from another tab are kept.
		expect(render(as('u1', 'player', 'tentative'))).not.toContain('name="notes"');
	});

	test.each(['cancelled', 'completed'] as const)('a %s event takes no answers', (status) => {
		const html = render({ ...as('u1', 'player', 'tentative'), status });
		expect(html).not.toContain('method="post"');
		expect(html).not.toContain('aria-label="Edit');
		expect(words(html)).toContain('Sign-up is closed.');
	});

	test('searches by the address, without script', () => {
		const html = render({}, 'tomas');
		expect(html).toContain('title="Tomás Echeverría"');
		expect(html).not.toContain('title="nightjar"');
		expect(html).toContain('value="tomas"');
		expect(words(render({}, 'zzz'))).toContain('Nobody of that name has answered');
		expect(words(render({ signups: [] }))).toContain('Nobody has signed up yet');
	});

	test('shows 500 people', () => {
		const signups = Array.from({ length: 500 }, (_, index) =>
			signup(String(index + 1), `player ${index}`, 'confirmed'),
		);
		expect(render({ signups }).match(/title="player \d+"/g)).toHaveLength(500);
	});
});

test('a refused signup form keeps what was typed and says what was wrong beside it', () => {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SignupDialog
					event={EVENT}
					signup={null}
					heading="Sign Up"
					intent="signups.put"
					closeHref="/events/7"
					refusal={{
						error: 'Please check',
						fieldErrors: { notes: ['Notes can have at most 500 characters'] },
						values: { status: 'late', notes: 'typed' },
					}}
				/>
			),
		},
	]);
	const html = renderToStaticMarkup(<Page />);
	expect(html).toMatch(
		/<input type="radio"[^>]*value="late"[^>]*checked|<input type="radio"[^>]*checked=""[^>]*value="late"/,
	);
	expect(html).toContain('>typed</textarea>');
	expect(words(html)).toContain('Failed to sign up for event. Please try again. Please check');
	expect(words(html)).toContain('Notes can have at most 500 characters');
});
