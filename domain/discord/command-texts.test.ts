import { expect, test } from 'vitest';
import { createEventListItem } from '~/tests/support/event-views.ts';
import type { EventListItem } from '../events/schema.ts';
import {
	escapeMarkdown,
	formatJoinReply,
	formatLeaveReply,
	formatNextEventReply,
	formatSignupReply,
} from './command-texts.ts';

const ADDRESS = 'https://games.example/events/7';
const createListItem = (changes: Partial<EventListItem> = {}) =>
	createEventListItem({
		title: 'Wednesday Blood on the Clocktower',
		date: '2030-01-03T01:30:00.000Z',
		location: 'Town square',
		creator_name: 'Priya',
		creator_username: 'priya',
		confirmed_count: 5,
		tentative_count: 2,
		signup_count: 7,
		...changes,
	});

test('formats the next event', () => {
	expect(formatNextEventReply(createListItem(), ADDRESS)).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
Where: Town square
Signups: 5 confirmed, 2 tentative
You haven't signed up yet: \`/botc signup\`.
<${ADDRESS}>`,
	);
});

test('formats an event without location and signups, and the own signup', () => {
	const empty = { location: '', confirmed_count: 0, tentative_count: 0, signup_count: 0 };
	expect(formatNextEventReply(createListItem({ ...empty, user_signup_status: 'late' }), ADDRESS)).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
No signups yet.
Your signup: Late
<${ADDRESS}>`,
	);
});

test('formats the replies to signup, leave and join', () => {
	const event = createListItem({ title: '*Night*' });
	expect(formatSignupReply(event, 'tentative', ADDRESS)).toContain('**\\*Night\\***: Tentative.');
	expect(formatLeaveReply(event, ADDRESS)).toContain('signed up for **\\*Night\\***.');
	expect(formatJoinReply({ community: 'Candlewick', joinUrl: 'https://join.example' })).toContain(
		'<https://join.example>',
	);
	expect(formatJoinReply({ community: 'Candlewick' })).toContain('ask an organizer');
});

test.each([
	['Sects & Violets (beginners)', 'Sects & Violets (beginners)'],
	[
		'**bold** _it_ ~~no~~ `code` ||spoiler||',
		'\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\` \\|\\|spoiler\\|\\|',
	],
	['[here](https://evil.example)', '\\[here\\](https:\\//evil.example)'],
	['<@123> <t:1:F>', '\\<@123> \\<t:1:F>'],
	['# Title', '\\# Title'],
	['> quote\n- item\n1. first', '\\> quote\n\\- item\n1\\. first'],
	['a\\*b', 'a\\\\\\*b'],
	['🎲 Game', '🎲 Game'],
])('%j is written as %j', (text, escaped) => {
	expect(escapeMarkdown(text)).toBe(escaped);
});

test('the longest event fits into a Discord message', () => {
	const event = createListItem({ title: '*'.repeat(200), location: '*'.repeat(200) });
	expect(formatNextEventReply(event, ADDRESS).length).toBeLessThan(2_000);
});
