import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { EventDetail } from '~/domain/events/schema.ts';
import { SyncState } from './sync-state.tsx';

const URL = 'https://discord.com/events/111/222';

type Sync = EventDetail['discord_sync'];
function render(
	discord_sync: Sync,
	{
		isRetryAllowed = true,
		status = 'active' as EventDetail['status'],
		url = URL as string | null,
		refusal = null as string | null,
		isSeries = false,
	} = {},
) {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SyncState
					event={{
						id: '7',
						status,
						discord_sync,
						mirrorChangedAt: '2026-10-15T19:59:30.000Z',
						isSeriesOnDiscord: isSeries,
					}}
					now="2026-10-15T20:00:00.000Z"
					discordUrl={url}
					isRetryAllowed={isRetryAllowed}
					refusal={refusal}
				/>
			),
		},
	]);
	const html = renderToStaticMarkup(<Page />);
	const words = html
		.replace(/<svg.*?<\/svg>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.replaceAll('&#x27;', "'")
		.trim();
	return { html, words };
}

test.each<[Sync['state'], string | null, string]>([
	['none', null, ''],
	['synced', null, 'View on Discord'],
	['pending', null, 'Posting to Discord…'],
	['pending', "Discord isn't responding.", "Posting to Discord… Discord isn't responding. Retry"],
	['failed', 'Discord says no.', "Couldn't post this to Discord. Discord says no. Retry"],
	['deleted', 'Discord event was deleted', 'Discord event was deleted. Retry'],
])('a viewer who may retry sees the state %s (%s)', (state, error, text) => {
	const { html, words } = render({ state, error });
	expect(words).toBe(text);
	expect(html.includes('value="events.retryMirror"')).toBe(words.endsWith('Retry'));
	expect(html.includes(`href="${URL}"`)).toBe(state === 'synced');
});

test.each<[Sync['state'], string]>([
	['none', ''],
	['synced', 'View on Discord'],
	['pending', ''],
	['failed', ''],
	['deleted', ''],
])('other viewers see at most a link in the state %s', (state, text) => {
	const { html, words } = render({ state, error: null }, { isRetryAllowed: false });
	expect(words).toBe(text);
	expect(html).not.toContain('<form');
	expect(html.includes(`href="${URL}"`)).toBe(state === 'synced');
});

test('a deleted Discord event can be retried only for an active event', () => {
	const deleted = { state: 'deleted', error: 'Discord event was deleted' } as const;
	expect(render(deleted, { status: 'cancelled' }).words).toBe('Discord event was deleted.');
	expect(render({ state: 'failed', error: 'No.' }, { status: 'cancelled' }).words).toContain('Retry');
});

test('a cancelled event without a Discord event has no link', () => {
	const { html } = render({ state: 'synced', error: null }, { url: null });
	expect(html).not.toContain('<a ');
});

test.each(['none', 'deleted', 'failed'] as const)(
	'a refused retry shows its reason, also when no retry is offered (%s)',
	(state) => {
		const { words } = render({ state, error: null }, { refusal: 'Not now.', status: 'cancelled' });
		expect(words).toContain('Failed to retry. Not now.');
	},
);

test.each([
	[true, true],
	[false, false],
])(
	'one date of a repeating Discord event is explained to users who may change it (%s)',
	(isRetryAllowed, isShown) => {
		const { words } = render({ state: 'synced', error: null }, { isRetryAllowed, isSeries: true });
		expect(words.includes("Changes here don't reach Discord.")).toBe(isShown);
	},
);
