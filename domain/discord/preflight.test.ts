import { expect, test } from 'vitest';
import { evaluatePreflight, type PreflightFacts } from './preflight.ts';

const MANAGE_EVENTS = 1n << 33n;
const CREATE_EVENTS = 1n << 44n;
const GOOD: PreflightFacts = {
	isTokenValid: true,
	isInGuild: true,
	permissions: MANAGE_EVENTS | CREATE_EVENTS,
	roleExists: true,
	grantsMembersIntent: true,
	isCommandRegistered: true,
	announcementChannel: null,
	eventRoles: [],
	gateway: 'connected',
};
const inviteUrl = 'https://discord.example/invite';
const evaluate = (facts: Partial<PreflightFacts>) => evaluatePreflight({ ...GOOD, ...facts }, { inviteUrl });
const listFailedChecks = (facts: Partial<PreflightFacts>) =>
	evaluate(facts)
		.filter(({ state }) => state !== 'ok')
		.map(({ key, state }) => `${key} ${state}`);

test.each<[string, Partial<PreflightFacts>, string[]]>([
	['all is well', {}, []],
	['an administrator has every permission', { permissions: 8n }, []],
	['connected without members', { gateway: 'connected without members' }, []],
	['a wrong token', { isTokenValid: false }, ['token missing']],
	['not on the server', { isInGuild: false }, ['guild missing']],
	['may manage only', { permissions: MANAGE_EVENTS }, ['create-events missing']],
	['may create only', { permissions: CREATE_EVENTS }, ['manage-events missing']],
	['no permissions', { permissions: 0n }, ['create-events missing', 'manage-events missing']],
	['no such role', { roleExists: false }, ['required-role missing']],
	['no members intent', { grantsMembersIntent: false }, ['members-intent missing']],
	[
		'a deleted announcement channel',
		{ announcementChannel: { name: null, missing: [], hasThreads: true, hasRole: null } },
		['announcement-channel missing'],
	],
	[
		'a channel where the bot may not write',
		{
			announcementChannel: {
				name: 'green',
				missing: ['Send Messages', 'Create Public Threads'],
				hasThreads: false,
				hasRole: true,
			},
		},
		['announcement-send-messages missing'],
	],
	[
		'a channel without threads',
		{
			announcementChannel: {
				name: 'green',
				missing: ['Create Public Threads'],
				hasThreads: true,
				hasRole: null,
			},
		},
		['announcement-create-public-threads missing'],
	],
	[
		'a deleted role to mention',
		{ announcementChannel: { name: 'green', missing: [], hasThreads: true, hasRole: false } },
		['announcement-role missing'],
	],
	[
		'a deleted channel and a deleted role',
		{ announcementChannel: { name: null, missing: [], hasThreads: true, hasRole: false } },
		['announcement-channel missing', 'announcement-role missing'],
	],
	['an unknown channel', { announcementChannel: 'unknown' }, ['announcement-channel unknown']],
	['no command', { isCommandRegistered: false }, ['command missing']],
	['no replica holds the gateway', { gateway: null }, ['gateway missing']],
	['connecting', { gateway: 'connecting' }, ['gateway missing']],
	['token refused', { gateway: 'token refused' }, ['gateway missing']],
	['unreachable', { gateway: 'unreachable' }, ['gateway missing']],
	['the database is down', { gateway: 'unknown' }, ['gateway unknown']],
	[
		'Discord is unreachable',
		{ permissions: 'unknown', roleExists: 'unknown' },
		['create-events unknown', 'manage-events unknown', 'required-role unknown'],
	],
])('%s', (_, facts, expected) => {
	expect(listFailedChecks(facts)).toEqual(expected);
});

test('the check of a channel permission names the channel and the remedy', () => {
	const announcementChannel = {
		name: 'green',
		missing: ['Embed Links'] as const,
		hasThreads: true,
		hasRole: null,
	};
	const checks = evaluate({ announcementChannel }).filter(({ key }) => key.startsWith('announcement-'));
	expect(checks).toHaveLength(7);
	expect(checks.find(({ state }) => state === 'missing')).toMatchObject({
		title: 'The bot has “Embed Links” in #green',
		remedy: 'Give the bot’s role “Embed Links” in #green (Edit Channel > Permissions).',
	});
});

test('a passed check has no remedy, every other check has one', () => {
	expect(evaluate({}).every(({ remedy, href }) => remedy === null && href === null)).toBe(true);
	const checks = evaluate({
		isTokenValid: false,
		isInGuild: false,
		permissions: 0n,
		roleExists: 'unknown',
		grantsMembersIntent: false,
		isCommandRegistered: false,
		gateway: null,
	});
	for (const { remedy } of checks) expect(remedy?.length).toBeGreaterThan(20);
	expect(checks.filter(({ href }) => href === inviteUrl).map(({ key }) => key)).toEqual(['guild', 'command']);
	expect(checks.find(({ key }) => key === 'required-role')?.remedy).toContain("Couldn't reach Discord");
});
