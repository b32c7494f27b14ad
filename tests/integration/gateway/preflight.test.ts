import { beforeEach, describe, expect, test } from 'vitest';
import { Setting } from '~/database/models/index.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readHealth } from '~/server/operations/admin/index.ts';
import {
	buildInviteUrl,
	clearPreflightCache,
	readPreflight,
	readPreflightFacts,
} from '~/server/operations/admin/read-preflight.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { clearTables } from '~/tests/support/database.ts';
import { useGateway } from './use-gateway.ts';

const { state, gateway, connect } = useGateway();
const admin = { id: '1', role: 'admin' } as const;
const MANAGE_ROLES = 1n << 28n;
const GUILD = 'GET /guilds/{guild_id}';

beforeEach(() => clearPreflightCache());

const runPreflight = (now = new Date()) => perform(readPreflight, { actor: admin, now });
/** Returns only the checks whose state is not 'ok', as `key state`. */
const listProblems = async (now?: Date) =>
	(await runPreflight(now)).checks
		.filter((check) => check.state !== 'ok')
		.map((check) => `${check.key} ${check.state}`);

test('finds no problem for a connected bot with every permission', async () => {
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
	await expect
		.poll(() => {
			clearPreflightCache();
			return listProblems();
		})
		.toEqual([]);
});

test('reports gateway and command as missing before the first connection', async () => {
	expect(await listProblems()).toEqual(['gateway missing', 'command missing']);
	const check = (await runPreflight()).checks.find(({ key }) => key === 'gateway');
	expect(check?.remedy).toContain('DISCORD_SERVICE=on');
});

const NOT_CONNECTED = ['gateway missing', 'command missing'];
test.each<[string, () => void, string[]]>([
	[
		'may not create',
		() => state.setPermissions(['MANAGE_EVENTS']),
		['create-events missing', ...NOT_CONNECTED],
	],
	[
		'may not manage',
		() => state.setPermissions(['CREATE_EVENTS']),
		['manage-events missing', ...NOT_CONNECTED],
	],
	[
		'is not granted the members intent',
		() => {
			state.grantsMembersIntent = false;
		},
		['members-intent missing', ...NOT_CONNECTED],
	],
	[
		'is not on the server',
		() => state.fail({ route: GUILD, status: 404, code: 10_004, message: 'Unknown Guild' }),
		[
			'guild missing',
			'create-events unknown',
			'manage-events unknown',
			'required-role unknown',
			'gateway missing',
			'command unknown',
		],
	],
	[
		'is refused the server',
		() => state.fail({ route: GUILD, status: 403, code: 50_001, message: 'Missing Access' }),
		[
			'guild missing',
			'create-events unknown',
			'manage-events unknown',
			'required-role unknown',
			'gateway missing',
			'command unknown',
		],
	],
])('a bot that %s', async (_, arrange, expected) => {
	arrange();
	expect(await listProblems()).toEqual(expected);
});

describe('the roles of events', () => {
	const ROLE = '300000000000000950';
	beforeEach(async () => {
		await clearTables('settings', 'given_roles');
		state.setRole(ROLE);
	});
	const choose = () => Setting.create({ key: 'role_tonight', value: ROLE });
	const listChecks = async () =>
		(await runPreflight()).checks.filter(({ key }) => key.includes('role') && key !== 'required-role');

	test('are not checked while none is set, and the invite link does not ask for them', async () => {
		expect(await listChecks()).toEqual([]);
		const facts = await readPreflightFacts();
		const readBits = () => BigInt(new URL(buildInviteUrl(facts)).searchParams.get('permissions') ?? 0);
		expect(readBits() & MANAGE_ROLES).toBe(0n);
	});

	test('the bot can give the role', async () => {
		await choose();
		expect(await listChecks()).toMatchObject([
			{ key: 'manage-roles', state: 'ok' },
			{ key: 'role-tonight', title: 'The bot can give @Tonight to tonight’s players', state: 'ok' },
		]);
	});

	test('without the permission, the invite link gives it', async () => {
		await choose();
		state.setPermissions(['MANAGE_EVENTS']);
		const [check, ...others] = await listChecks();
		expect(check).toMatchObject({ state: 'missing', remedy: expect.stringContaining('“Manage Roles”') });
		expect(BigInt(new URL(check?.href ?? '').searchParams.get('permissions') ?? 0) & MANAGE_ROLES).toBe(
			MANAGE_ROLES,
		);
		expect(others).toEqual([]);
	});

	test.each<[string, () => void, string]>([
		['above the bot', () => state.setRole(ROLE, { position: 9 }), 'drag its role above @Tonight'],
		['deleted', () => state.deleteRole(ROLE), "isn't on the server"],
		['powerful', () => state.setRole(ROLE, { permissions: 1n << 2n }), 'allows too much: Ban Members'],
	])('a role that is %s has its remedy, here and on the health page', async (_, arrange, remedy) => {
		await choose();
		arrange();
		expect(await listChecks()).toMatchObject([
			{ key: 'manage-roles', state: 'ok' },
			{ key: 'role-tonight', state: 'missing', remedy: expect.stringContaining(remedy) },
		]);
		const { problems } = await perform(readHealth, { actor: admin, now: new Date() });
		expect(problems.map(({ key }) => key)).toContain('discord');
	});

	test('a former role that cannot be taken is named until it can', async () => {
		const user = await createUserRow();
		const row = { userId: user.id, discordId: user.discordId, eventId: '1', changedAt: new Date() };
		await rowsOf('given_roles').insert({ ...row, roleId: ROLE, state: 'given' });
		expect(await listChecks()).toMatchObject([{ key: 'manage-roles', state: 'ok' }]);
		state.setRole(ROLE, { position: 9 });
		clearPreflightCache();
		expect(await listChecks()).toMatchObject([
			{ key: 'manage-roles' },
			{ key: 'former-role', title: 'The bot can take @Tonight back', state: 'missing' },
		]);
	});

	test('while Discord does not respond, they are unknown', async () => {
		await choose();
		state.fail({ route: '*', status: 500 });
		expect(await listChecks()).toMatchObject([{ key: 'manage-roles', state: 'unknown' }]);
	});
});

test('an invalid token is tried once, without further requests', async () => {
	state.fail({ route: '*', status: 401 });
	const [first, ...others] = (await runPreflight()).checks;
	expect(first).toMatchObject({ key: 'token', state: 'missing' });
	expect(first?.remedy).toContain('DISCORD_BOT_TOKEN');
	expect(others.filter(({ key }) => key !== 'gateway').every((check) => check.state === 'unknown')).toBe(
		true,
	);
	expect(state.requests).toHaveLength(1);
});

test.each([
	['is down', { route: '*', network: true as const }],
	['responds with 500', { route: '*', status: 500 }],
	['limits us', { route: '*', status: 429, retryAfter: 3 }],
])('while Discord %s, checks are unknown, not missing', async (_, failure) => {
	state.fail(failure);
	const { checks } = await runPreflight();
	for (const check of checks.filter(({ key }) => key !== 'gateway')) {
		expect(check).toMatchObject({
			state: 'unknown',
			remedy: expect.stringContaining("Couldn't reach Discord"),
		});
	}
});

test('a result is cached for half a minute, even for concurrent requests', async () => {
	const now = new Date();
	await Promise.all([runPreflight(now), runPreflight(now), runPreflight(new Date(now.getTime() + 29_000))]);
	expect(state.countRequests(GUILD)).toBe(1);
	await runPreflight(new Date(now.getTime() + 30_000));
	expect(state.countRequests(GUILD)).toBe(2);
});

test.each([
	[
		'without the members intent it connects anyway',
		() => Object.assign(state, { grantsMembersIntent: false }),
		null,
	],
	[
		'a refused token',
		() => state.fail({ route: 'GET /gateway/bot', status: 401 }),
		'refuses the bot’s token',
	],
	['a gateway that is down', () => Object.assign(gateway, { isDown: true }), 'cannot be reached'],
])('shows the gateway state on every replica: %s', async (_, arrange, remedy) => {
	arrange();
	const connection = connect({ connectTimeoutMs: 1_000 });
	connection.catch(() => undefined);
	await expect
		.poll(
			async () => {
				clearPreflightCache();
				return (await runPreflight()).checks.find(({ key }) => key === 'gateway')?.remedy ?? null;
			},
			{ timeout: 15_000 },
		)
		.toEqual(remedy === null ? null : expect.stringContaining(remedy));
	if (remedy === null) return;
	state.recover();
	gateway.isDown = false;
	await connection;
});

test('only admins may read it', async () => {
	const now = new Date();
	await expect(perform(readPreflight, { actor: { id: '1', role: 'creator' }, now })).rejects.toMatchObject({
		kind: 'denied',
	});
});
