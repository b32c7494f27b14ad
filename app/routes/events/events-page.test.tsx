import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import { createEventListItem } from '~/tests/support/event-views.ts';
import { EventsPage } from './events-page.tsx';
import { PastEventsPage } from './past-events-page.tsx';

const SITE = {
	gameName: 'Blood on the Clocktower',
	communityName: 'The Hearth',
	communityJoinUrl: null,
	cdnUrl: 'https://cdn.example',
	viewerZone: null,
};
const EVENT = createEventListItem({});
const FAILURE = 'Failed to sign up. Please try again. Not now.';

/** Renders the upcoming or the past events with a refused signup, without script. */
function render(
	view: 'upcoming' | 'past',
	{ hasEvent = true, ...response }: Partial<SignupResult> & { hasEvent?: boolean },
) {
	const list = {
		events: hasEvent ? [EVENT] : [],
		next: null,
		previous: null,
		now: '2026-10-15T20:00:00.000Z',
		response: { eventId: EVENT.id, error: 'Not now.', ...response },
	};
	const Page = createRoutesStub([
		{
			path: '/events',
			Component: () =>
				view === 'past' ? (
					<PastEventsPage {...list} q="" />
				) : (
					<EventsPage
						{...list}
						position="7:7:"
						running={[]}
						polls={[]}
						banner=""
						showCountdown
						canCreate={false}
					/>
				),
		},
	]);
	return renderToStaticMarkup(
		<SiteProvider value={SITE}>
			<Page initialEntries={['/events']} />
		</SiteProvider>,
	)
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');
}

test.each(['hero', 'card'])('a signup that was refused in the %s says why only there', (place) => {
	const [hero, cards, ...others] = render('upcoming', { place }).split('Upcoming Games');
	expect(others).toEqual([]);
	expect(hero?.includes(FAILURE)).toBe(place === 'hero');
	expect(cards?.includes(FAILURE)).toBe(place === 'card');
});

test.each(['upcoming', 'past'] as const)(
	'a response is shown also when its event left the %s events',
	(view) => {
		expect(render(view, {}).split(FAILURE)).toHaveLength(2);
		expect(render(view, { eventId: '8' }).split(FAILURE)).toHaveLength(2);
		expect(render(view, { hasEvent: false }).split(FAILURE)).toHaveLength(2);
	},
);
