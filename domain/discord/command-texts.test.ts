import { expect, test } from 'vitest';
import { makeEventListItem } from '~/tests/support/event-views.ts';
import type { EventListItem } from '../events/schema.ts';
import {
	describeAnswer,
	describeJoining,
	describeLeaving,
	describeNight,
	escapeMarkdown,
} from './command-texts.ts';

const ADDRESS = 'https://games.example/events/7';
const night = (changes: Partial<EventListItem> = {}) =>
	makeEventListItem({
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

test('the next night', () => {
	expect(describeNight(night(), ADDRESS)).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
Where: Town square
Answers: 5 confirmed, 2 tentative
You have not answered yet: \`/botc signup\`.
<${ADDRESS}>`,
	);
});

test('a night without a place and without answers, and one’s own answer', () => {
	const empty = { location: '', confirmed_count: 0, tentative_count: 0, signup_count: 0 };
	expect(describeNight(night({ ...empty, user_signup_status: 'late' }), ADDRESS)).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
Nobody has answered yet.
Your answer: Late
<${ADDRESS}>`,
	);
});

test('answers, leaving, joining', () => {
	const event = night({ title: '*Night*' });
	expect(describeAnswer(event, 'tentative', ADDRESS)).toContain('**\\*Night\\***: Tentative.');
	expect(describeLeaving(event, ADDRESS)).toContain('**\\*Night\\*** is taken back');
	expect(describeJoining({ community: 'Candlewick', joinUrl: 'https://join.example' })).toContain(
		'<https://join.example>',
	);
	expect(describeJoining({ community: 'Candlewick' })).toContain('ask the people');
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

test('the longest night fits into a message', () => {
	const event = night({ title: '*'.repeat(200), location: '*'.repeat(200) });
	expect(describeNight(event, ADDRESS).length).toBeLessThan(2_000);
});
