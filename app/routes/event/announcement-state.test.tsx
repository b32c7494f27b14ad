import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { EventOnPage } from '~/domain/events/page.ts';
import { AnnouncementState } from './announcement-state.tsx';

const URL = 'https://discord.com/channels/1/2/3';
type Event = Pick<EventOnPage, 'status' | 'announcement' | 'canAnnounce' | 'isAnnouncedLater'>;

function readWords(changes: Partial<Event>, refusal: string | null = null): string {
	const event: Event = {
		status: 'active',
		announcement: null,
		canAnnounce: true,
		isAnnouncedLater: false,
		...changes,
	};
	const Page = createRoutesStub([
		{ path: '/', Component: () => <AnnouncementState event={{ id: '7', ...event }} refusal={refusal} /> },
	]);
	return renderToStaticMarkup(<Page />)
		.replace(/<svg.*?<\/svg>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.replaceAll('&#x27;', "'")
		.trim();
}
const announced = (
	state: NonNullable<Event['announcement']>['state'],
	{ error = null as string | null, url = null as string | null } = {},
) => ({ state, error, url });

test.each<[string, Partial<Event>, string]>([
	['no message', {}, 'Announce on Discord'],
	[
		'no message yet',
		{ isAnnouncedLater: true },
		'It will be posted on Discord when the date is near. Announce on Discord',
	],
	['no message and no channel, or a player', { canAnnounce: false }, ''],
	['no message of a cancelled event', { status: 'cancelled' }, ''],
	['a message on its way', { announcement: announced('pending') }, 'Posting to Discord…'],
	[
		'a message on its way while Discord is down',
		{ announcement: announced('pending', { error: 'Discord is down.' }) },
		'Posting to Discord… Discord is down. Post again',
	],
	['a posted message', { announcement: announced('posted', { url: URL }) }, 'Posted on Discord'],
	[
		'a posted message without its thread',
		{ announcement: announced('posted', { url: URL, error: 'No thread.' }) },
		'Posted on Discord No thread.',
	],
	[
		'a message that could not be changed',
		{ announcement: announced('failed', { url: URL, error: 'It was refused.' }) },
		'The message on Discord is out of date. It was refused. Open the message Post again',
	],
	[
		'a deleted message',
		{ announcement: announced('failed', { error: 'It was deleted.' }) },
		'Not posted on Discord. It was deleted. Post again',
	],
	[
		'a deleted message of a completed event',
		{ status: 'completed', announcement: announced('failed', { error: 'It was deleted.' }) },
		'Not posted on Discord. It was deleted.',
	],
])('%s', (_, event, words) => {
	expect(readWords(event)).toBe(words);
});

test('a refusal is shown', () => {
	expect(readWords({ canAnnounce: false }, 'No channel is set.')).toBe(
		'Failed to post to Discord. No channel is set.',
	);
});
