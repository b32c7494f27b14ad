import { beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '~/domain/discord/command.ts';
import { clearPreflightCache, readPreflight } from '~/server/operations/admin/read-preflight.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useGateway } from './use-gateway.ts';

const { state, gateway, connect } = useGateway();
const admin = { id: '1', role: 'admin' } as const;
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
