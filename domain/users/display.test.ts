import { expect, test } from 'vitest';
import { buildAvatarUrl, formatDisplayName } from './display.ts';

test.each([
	[{ preferredUsername: 'Marlowe', username: 'marlowe_77' }, 'Marlowe'],
	[{ preferredUsername: '  ', username: 'marlowe_77' }, 'marlowe_77'],
	[{ preferredUsername: null, username: 'marlowe_77' }, 'marlowe_77'],
	[{ username: '' }, 'Unknown User'],
	[null, 'Unknown User'],
])('%j', (user, name) => {
	expect(formatDisplayName(user)).toBe(name);
});

test('uses the fallback of the kind', () => {
	expect(formatDisplayName(null, 'storyteller')).toBe('Unknown Storyteller');
	expect(formatDisplayName(null, 'player')).toBe('Unknown Player');
	expect(formatDisplayName(null, 'creator')).toBe('Unknown Creator');
});

const cdnUrl = 'https://cdn.discordapp.com';
const discordId = '112233445566778899';
const hash = '8342729096ea3675442027381ff50dfe';

test('the URL has the id, the hash and the size', () => {
	expect(buildAvatarUrl({ discordId, avatar: hash, cdnUrl, size: 64 })).toBe(
		`${cdnUrl}/avatars/${discordId}/${hash}.webp?size=64`,
	);
	expect(buildAvatarUrl({ discordId, avatar: `a_${hash}`, cdnUrl: `${cdnUrl}/` })).toBe(
		`${cdnUrl}/avatars/${discordId}/a_${hash}.webp?size=128`,
	);
});

test.each([
	[null, hash],
	[discordId, null],
	[discordId, ''],
	['', hash],
	['../../icons', hash],
	['12', hash],
	[discordId, '../secret'],
	[discordId, 'x"onerror=1'],
	[discordId, 'https://evil.example/x'],
	[discordId, `${hash}?x`],
	[discordId, `${hash}\n`],
	[discordId, 'a'.repeat(65)],
])('returns null for id %j with hash %j', (id, avatar) => {
	expect(buildAvatarUrl({ discordId: id, avatar, cdnUrl })).toBeNull();
});
