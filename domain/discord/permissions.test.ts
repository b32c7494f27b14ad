import { expect, test } from 'vitest';
import {
	CHANNEL_PERMISSIONS,
	canSeeChannel,
	computeChannelPermissions,
	isSeenByAll,
	listBlockingPermissions,
	listMissingPermissions,
	type PermissionOverwrite,
} from './permissions.ts';

const [everyone, role, otherRole, bot] = ['1', '2', '3', '4'] as const;
const owner = { guildId: everyone, memberId: bot, roleIds: [role] };
const ALL = CHANNEL_PERMISSIONS.reduce((sum, { bit }) => sum | bit, 0n);
const VIEW = 1n << 10n;
const SEND = 1n << 11n;
const THREADS = 1n << 35n;
const rule = (id: string, change: Partial<PermissionOverwrite>) => ({ id, allow: 0n, deny: 0n, ...change });

test.each<[string, bigint, PermissionOverwrite[], string[]]>([
	['no rules', ALL, [], []],
	['nothing on the server', 0n, [], CHANNEL_PERMISSIONS.map(({ name }) => name)],
	['an administrator', 1n << 3n, [rule(everyone, { deny: ALL })], []],
	['@everyone may not write', ALL, [rule(everyone, { deny: SEND })], ['Send Messages']],
	['a role overrules @everyone', ALL, [rule(everyone, { deny: SEND }), rule(role, { allow: SEND })], []],
	[
		'the order of the rules does not matter',
		ALL,
		[rule(role, { allow: SEND }), rule(everyone, { deny: SEND })],
		[],
	],
	['another role does not count', ALL, [rule(otherRole, { deny: SEND })], []],
	[
		'the member overrules a role',
		ALL,
		[rule(role, { allow: SEND }), rule(bot, { deny: SEND })],
		['Send Messages'],
	],
	['no threads', ALL, [rule(everyone, { deny: THREADS })], ['Create Public Threads']],
	['a hidden channel', ALL, [rule(everyone, { deny: VIEW })], CHANNEL_PERMISSIONS.map(({ name }) => name)],
])('permissions in a channel: %s', (_, server, overwrites, missing) => {
	expect(listMissingPermissions(computeChannelPermissions(server, overwrites, owner))).toEqual(missing);
});

test.each<[string[], string[]]>([
	[[], []],
	[['Create Public Threads', 'Send Messages in Threads'], []],
	[['Create Public Threads', 'Embed Links'], ['Embed Links']],
])('a channel without %j cannot be used because of %j', (missing, blocking) => {
	expect(listBlockingPermissions(missing)).toEqual(blocking);
});

test.each<[string, { everyone?: bigint; role?: bigint }, PermissionOverwrite[], boolean, boolean]>([
	['an open channel', { everyone: VIEW }, [], true, true],
	[
		'an open channel where a role may not write',
		{ everyone: VIEW },
		[rule(role, { deny: SEND })],
		true,
		true,
	],
	['a role that sees all channels', { role: VIEW }, [], true, false],
	['nobody', {}, [], false, false],
	[
		'a channel for a role',
		{ everyone: VIEW },
		[rule(everyone, { deny: VIEW }), rule(role, { allow: VIEW })],
		true,
		false,
	],
	[
		'a channel for another role',
		{ everyone: VIEW },
		[rule(everyone, { deny: VIEW }), rule(otherRole, { allow: VIEW })],
		false,
		false,
	],
	[
		'a channel that another role does not see',
		{ everyone: VIEW },
		[rule(otherRole, { deny: VIEW })],
		true,
		false,
	],
	['a channel that the member does not see', { everyone: VIEW }, [rule('5', { deny: VIEW })], false, false],
	['an administrator', { everyone: VIEW, role: 1n << 3n }, [rule(everyone, { deny: VIEW })], true, false],
	['a channel that @everyone is let into', {}, [rule(everyone, { allow: VIEW })], true, true],
])('who sees %s', (_, permissions, overwrites, isSeen, isForAll) => {
	const roles = [
		{ id: everyone, permissions: permissions.everyone ?? 0n },
		{ id: role, permissions: permissions.role ?? 0n },
	];
	const access = { guildId: everyone, ownerId: '6', roles, overwrites };
	expect(canSeeChannel(access, { memberId: '5', roleIds: [role] })).toBe(isSeen);
	expect(isSeenByAll(access)).toBe(isForAll);
	expect(canSeeChannel(access, { memberId: '6', roleIds: [] })).toBe(true);
});
