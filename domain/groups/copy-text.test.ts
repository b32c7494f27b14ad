import { expect, test } from 'vitest';
import { formatGroups } from './copy-text.ts';

const NAMES: Record<string, string> = {
	a: 'Ann',
	b: '@everyone',
	c: '**bold** _it_',
	e: ':skull: \\:x',
	s: 'Siobhán',
};
const getName = (id: string) => NAMES[id] ?? 'Unknown Player';
type Group = Parameters<typeof formatGroups>[0][number];
const ATTIC = { id: '7', name: 'Attic :owl: @here', url: 'https://discord.com/channels/1/7' };
const format = (...groups: (Omit<Group, 'voiceChannelId'> & Partial<Group>)[]) =>
	formatGroups(
		groups.map((group) => ({ voiceChannelId: null, ...group })),
		{
			player: getName,
			storyteller: getName,
			voiceChannel: (id) => (id === ATTIC.id ? ATTIC : undefined),
		},
	);

test.each([
	[
		'a storyteller and players',
		{ name: 'Group 1', storytellerId: 's', players: ['a', 'x'] },
		'**Group 1**\nStoryteller: Siobhán\nPlayers (2): 1. Ann, 2. Unknown Player',
	],
	[
		'two storytellers',
		{ name: 'Group 1', storytellerId: 's', coStorytellerIds: ['a'], players: [] },
		'**Group 1**\nStorytellers: Siobhán, Ann\nPlayers (0): none',
	],
	['no one', { name: 'Group 2', storytellerId: null, players: [] }, '**Group 2**\nPlayers (0): none'],
	[
		'a voice channel',
		{ name: 'Group 2', storytellerId: null, players: [], voiceChannelId: '7' },
		'**Group 2**\nVoice channel: Attic \\:owl\\: @\u200bhere https://discord.com/channels/1/7\nPlayers (0): none',
	],
	[
		'a voice channel that was deleted',
		{ name: 'Group 2', storytellerId: null, players: [], voiceChannelId: '8' },
		'**Group 2**\nPlayers (0): none',
	],
	[
		'names with mentions and formatting',
		{ name: '# <@&7> *Owls*', storytellerId: 'b', players: ['b', 'c'] },
		'**\\# \\<@\u200b&7> \\*Owls\\***\nStoryteller: @\u200beveryone\n' +
			'Players (2): 1. @\u200beveryone, 2. \\*\\*bold\\*\\* \\_it\\_',
	],
	[
		'names with emoji codes',
		{ name: ':owl:', storytellerId: null, players: ['e'] },
		'**\\:owl\\:**\nPlayers (1): 1. \\:skull\\: \\\\\\:x',
	],
])('a group with %s', (_name, group, text) => {
	expect(format(group)).toBe(text);
});

test('groups are separated by an empty line', () => {
	const group = { storytellerId: null, players: ['a'] };
	expect(format({ ...group, name: 'One' }, { ...group, name: 'Two' })).toBe(
		'**One**\nPlayers (1): 1. Ann\n\n**Two**\nPlayers (1): 1. Ann',
	);
	expect(format()).toBe('');
});
