import { expect, test } from 'vitest';
import { audienceQuery, playerMessageInput } from './player-message-schema.ts';
import { readAudience } from './player-messages.ts';

const message = { to: 'players', text: 'Hello', way: 'direct' };
test.each<[string, object, object]>([
	['players', {}, { to: 'players' }],
	['those who wait', { to: 'waiting' }, { to: 'waiting' }],
	['a group', { to: { group: 'g:1' } }, { to: 'group:g:1' }],
	['a longest text', { text: 'x'.repeat(1_000) }, { text: 'x'.repeat(1_000) }],
	['a text with spaces around', { text: ' a\r\nb ' }, { text: 'a\nb' }],
])('%s: accepted', (_, changes, expected) => {
	expect(playerMessageInput.parse({ ...message, ...changes })).toMatchObject(expected);
});

test.each<[string, object, string]>([
	['an empty text', { text: '' }, 'Please write something'],
	['an invisible text', { text: '\u200b \u2800' }, 'Please write something'],
	['no text', { text: undefined }, 'Please enter text'],
	['a text that is too long', { text: 'x'.repeat(1_001) }, 'A message can have at most 1,000 characters'],
	['everyone', { to: 'everyone' }, 'Choose who gets the message'],
	['no one', { to: undefined }, 'Choose who gets the message'],
	['a list', { to: ['players'] }, 'Choose who gets the message'],
	['a group without an id', { to: { group: '' } }, 'Choose who gets the message'],
	['a group with a long id', { to: { group: 'x'.repeat(65) } }, 'Choose who gets the message'],
	['another way', { way: 'email' }, 'Choose direct or thread'],
])('%s: refused', (_, changes, text) => {
	const { error } = playerMessageInput.safeParse({ ...message, ...changes });
	expect(error?.issues.map((issue) => issue.message)).toEqual([text]);
});

test.each([
	['players', 'players'],
	['group:a', 'group:a'],
	['group:', null],
	['groups', null],
	['', null],
])('?to=%s', (to, expected) => {
	expect(audienceQuery.safeParse({ to }).data?.to ?? null).toBe(expected);
	if (expected?.startsWith('group:')) expect(readAudience(to)).toEqual({ group: expected.slice(6) });
});
