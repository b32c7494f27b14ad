import { describe, expect, test } from 'vitest';
import {
	type GroupToPost,
	listGroupChanges,
	type PostedGroup,
	TEXT_MESSAGE_LIMITS,
	toGroupPost,
	toPostedGroups,
} from './group-post.ts';

const ADDRESS = 'https://games.example/events/7';
const EVENT = {
	id: '7',
	title: 'Friday',
	date: new Date('2030-01-03T01:30:00Z'),
	location: 'The Hearth',
	round: 1,
};
const HEAD = '**Groups for Friday**\n<t:1893634200:F> · The Hearth';

const player = (
	id: number,
	discordId: string | null = String(10n ** 17n + BigInt(id)),
	name = `Player ${id}`,
) => ({
	id: String(id),
	name,
	discordId,
});
const group = (
	id: string,
	players: GroupToPost['players'],
	changes: Partial<GroupToPost> = {},
): GroupToPost => ({
	id,
	name: `Group ${id}`,
	voiceChannelId: null,
	storyteller: null,
	players,
	...changes,
});
const countPlayers = (count: number, first = 1) =>
	Array.from({ length: count }, (_, index) => player(first + index));
const toContent = (groups: GroupToPost[], changes: string[] = [], event = EVENT) =>
	toGroupPost({ event, groups, changes }, ADDRESS).message.content;

describe('the message', () => {
	test('has the groups with their storytellers and players, the changes and two buttons', () => {
		const storyteller = player(9, '100000000000000009', 'Siobhán');
		const groups = [group('1', [player(1), player(2, null, 'Rook')], { storyteller }), group('2', [])];
		expect(toGroupPost({ event: EVENT, groups, changes: ['Rook joined Group 1'] }, ADDRESS)).toEqual({
			message: {
				content: `${HEAD}\n\n**Group 1** · Storyteller: <@100000000000000009>\nPlayers (2): 1. <@100000000000000001>, 2. Rook\n\n**Group 2**\nNo players yet\n\nChanged: Rook joined Group 1`,
				components: [
					{
						type: 1,
						components: [
							{ type: 2, style: 2, label: 'Where do I sit?', custom_id: 'seat:7' },
							{ type: 2, style: 5, label: 'Open in Townbell', url: ADDRESS },
						],
					},
				],
			},
			userIds: ['100000000000000009', '100000000000000001'],
		});
	});

	test('names a storyteller and those who help, as many as there is room for', () => {
		const storyteller = player(9, '100000000000000009', 'Siobhán');
		const coStorytellers = [player(8, null, 'Tod'), player(7, null, 'x'.repeat(90))];
		expect(toContent([group('1', [], { storyteller, coStorytellers: coStorytellers.slice(0, 1) })])).toBe(
			`${HEAD}\n\n**Group 1** · Storytellers: <@100000000000000009>, Tod\nNo players yet`,
		);
		const many = Array.from({ length: 17 }, (_, index) =>
			group(String(index), [], { storyteller, coStorytellers }),
		);
		const { message, userIds } = toGroupPost({ event: EVENT, groups: many, changes: [] }, ADDRESS);
		expect(message.content.length).toBeLessThanOrEqual(TEXT_MESSAGE_LIMITS.content);
		expect(message.content.match(/<@100000000000000009>/g)).toHaveLength(17);
		expect(userIds).toHaveLength(17);
	});

	test('mentions the storytellers that are named, and no others', () => {
		const named = Array.from({ length: 5 }, (_, index) => player(20 + index));
		const { message, userIds } = toGroupPost(
			{
				event: EVENT,
				groups: Array.from({ length: 12 }, (_, index) =>
					group(String(index), countPlayers(6, 100 + 6 * index), { coStorytellers: named }),
				),
				changes: [],
			},
			ADDRESS,
		);
		const mentioned = message.content.match(/(?<=<@)\d+(?=>)/g);
		expect(message.content).toContain('more');
		expect(userIds).toEqual(mentioned);
	});

	test('says which round it is after the first', () => {
		expect(toContent([group('1', [])], [], { ...EVENT, round: 2 })).toMatch(
			/^\*\*Groups for Friday, round 2\*\*\n/,
		);
	});

	test.each([
		['@everyone', '@\u200beveryone'],
		['<@100000000000000002>', '\\<@100000000000000002>'],
		['[here](https://evil.example)', '\\[here\\](https:\\//evil.example)'],
		['**bold**', '\\*\\*bold\\*\\*'],
	])('shows %j as typed in every name and notifies no one by it', (name, shown) => {
		const storyteller = player(9, null, name);
		const event = { ...EVENT, title: name, location: name };
		const groups = [group('1', [player(1, null, name)], { name, storyteller })];
		const { message, userIds } = toGroupPost({ event, groups, changes: [] }, ADDRESS);
		expect(message.content).toBe(
			`**Groups for ${shown}**\n<t:1893634200:F> · ${shown}\n\n**${shown}** · Storyteller: ${shown}\nPlayers (1): 1. ${shown}`,
		);
		expect(userIds).toEqual([]);
	});

	const long = (length: number) => '*'.repeat(length);
	test.each<[string, GroupToPost[], RegExp]>([
		['300 players', [group('1', countPlayers(300), { script: long(50) })], /, and \d+ more$/],
		[
			'a full group beside a small one',
			[group('1', countPlayers(300)), group('2', [player(900)])],
			/<@100000000000000900>$/,
		],
		[
			'players without accounts and with long names',
			[
				group(
					'1',
					countPlayers(40).map(({ id }) => player(Number(id), null, long(255))),
				),
			],
			/, and \d+ more$/,
		],
		[
			'50 groups with long names',
			Array.from({ length: 50 }, (_, index) =>
				group(String(index), countPlayers(15, index * 100 + 1), {
					name: long(200),
					script: long(50),
					storyteller: player(1, null, long(255)),
				}),
			),
			/\n\nand \d+ more groups$/,
		],
	])('fits into Discord’s limits with %s', (_, groups, end) => {
		const changes = Array.from({ length: 100 }, (__, index) => `Player ${index} left Group 1`);
		const event = { ...EVENT, title: long(200), location: long(200) };
		for (const used of [changes, []]) {
			const { message, userIds } = toGroupPost({ event, groups, changes: used }, ADDRESS);
			const { content } = message;
			expect(content.length).toBeLessThanOrEqual(TEXT_MESSAGE_LIMITS.content);
			expect(content.length).toBeGreaterThan(TEXT_MESSAGE_LIMITS.content - 300);
			expect(content.split('\n\nChanged: ')[0]).toMatch(end);
			expect(userIds.length).toBeLessThanOrEqual(TEXT_MESSAGE_LIMITS.mentions);
			expect(new Set(userIds)).toEqual(new Set([...content.matchAll(/<@(\d+)>/g)].map(([, id]) => id)));
		}
		expect(toContent(groups, changes, event)).toMatch(/; and \d+ more$/);
	});
});

test('the message links the voice channel of a group', () => {
	expect(toContent([group('1', [], { voiceChannelId: '100000000000000077', script: 'Bats' })])).toContain(
		'**Group 1** · <#100000000000000077> · Bats\nNo players yet',
	);
});

describe('the changes', () => {
	const posted = (id: string, playerIds: string[], changes: Partial<PostedGroup> = {}): PostedGroup => ({
		id,
		name: `Group ${id}`,
		voiceChannelId: null,
		storytellerId: null,
		playerIds,
		...changes,
	});
	const names: Record<string, string> = { f: 'Fern', r: 'Rook', s: 'Siobhán', x: '*X* @here' };
	const nameOf = (id: string) => names[id] ?? 'Unknown Player';

	test.each<[string, PostedGroup[], PostedGroup[], string[]]>([
		['nothing', [posted('1', ['f', 'r'])], [posted('1', ['r', 'f'])], []],
		[
			'players',
			[posted('1', ['f']), posted('2', ['x', 'gone'])],
			[posted('1', ['r']), posted('2', ['f'])],
			[
				...['Rook joined Group 1', 'Fern moved to Group 2'],
				...['\\*X\\* @\u200bhere left Group 2', 'Unknown Player left Group 2'],
			],
		],
		[
			'storytellers',
			[posted('1', [], { storytellerId: 's' }), posted('2', [])],
			[posted('1', []), posted('2', [], { storytellerId: 's' })],
			['Group 1 has no storyteller', 'Siobhán runs Group 2'],
		],
		[
			'voice channels',
			[
				posted('1', [], { voiceChannelId: '7' }),
				{ id: '2', name: 'Group 2', storytellerId: null, playerIds: [] } as never,
			],
			[posted('1', []), posted('2', [], { voiceChannelId: '8' })],
			['Group 1 has no voice channel', 'Group 2 plays in <#8>'],
		],
		[
			'nothing since an earlier version',
			[{ id: '2', name: 'Group 2', storytellerId: null, playerIds: [] } as never],
			[posted('2', [])],
			[],
		],
		[
			'co-storytellers',
			[posted('1', [], { coStorytellerIds: ['s', 'f'] }), posted('2', [])],
			[posted('1', [], { coStorytellerIds: ['f'] }), posted('2', [], { coStorytellerIds: ['s'] })],
			['Siobhán no longer helps to run Group 1', 'Siobhán helps to run Group 2'],
		],
		[
			'groups',
			[posted('1', ['f']), posted('2', [])],
			[posted('1', ['f'], { name: '*Attic*' }), posted('3', ['r'])],
			['Rook joined Group 3', 'Group 1 is now \\*Attic\\*', 'Group 3 was added', 'Group 2 was removed'],
		],
	])('of %s', (_, before, after, changes) => {
		expect(listGroupChanges(before, after, nameOf)).toEqual(changes);
	});

	test('of the scripts, which stand in the message', () => {
		const post = (script: string | null) => [
			group('1', [player(1)], { script, storyteller: player(9, null, 'Ann') }),
		];
		expect(toContent(post('Bad *Moon*'))).toContain(
			'**Group 1** · Bad \\*Moon\\* · Storyteller: Ann\nPlayers (1): 1. <@100000000000000001>',
		);
		const change = (before: string | null, after: string | null) =>
			listGroupChanges(toPostedGroups(post(before)), toPostedGroups(post(after)), nameOf);
		expect(change(null, 'Bad *Moon*')).toEqual(['Group 1 plays Bad \\*Moon\\*']);
		expect(change('Bad Moon', null)).toEqual(['Group 1 has no script']);
		expect(change('Bad Moon', 'Bad Moon')).toEqual([]);
	});

	test('are computed from stored groups, which hold ids only', () => {
		const groups = [group('1', [player(1)], { storyteller: player(9, null, 'Siobhán') })];
		expect(toPostedGroups(groups)).toEqual([
			{ id: '1', name: 'Group 1', voiceChannelId: null, storytellerId: '9', playerIds: ['1'] },
		]);
		expect(toPostedGroups([group('1', [], { coStorytellers: [player(8, null, 'Tod')] })])).toEqual([
			{
				id: '1',
				name: 'Group 1',
				voiceChannelId: null,
				storytellerId: null,
				coStorytellerIds: ['8'],
				playerIds: [],
			},
		]);
	});
});
