import { beforeEach, expect, test } from 'vitest';
import { forgetPreflight, readPreflight } from '~/server/operations/admin/preflight.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useGateway } from './use-gateway.ts';

const { state, gateway, connect } = useGateway();
const admin = { id: '1', role: 'admin' } as const;
const GUILD = 'GET /guilds/{guild_id}';

beforeEach(() => forgetPreflight());

const look = (now = new Date()) => perform(readPreflight, { actor: admin, now });
/** Returns only the checks whose state is not 'ok', as `key state`. */
const lookForTrouble = async (now?: Date) =>
	(await look(now)).checks
		.filter((check) => check.state !== 'ok')
		.map((check) => `${check.key} ${check.state}`);

test('a connected bot with all that it needs', async () => {
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(1);
	await expect
		.poll(() => {
			forgetPreflight();
			return lookForTrouble();
		})
		.toEqual([]);
});

test('before anybody has connected: no gateway and no command', async () => {
	expect(await lookForTrouble()).toEqual(['gateway missing', 'command missing']);
	const check = (await look()).checks.find(({ key }) => key === 'gateway');
	expect(check?.remedy).toContain('DISCORD_SERVICE=on');
});

const UNTOUCHED = ['gateway missing', 'command missing'];
test.each<[string, () => void, string[]]>([
	['may not create', () => state.setPermissions(['MANAGE_EVENTS']), ['create-events missing', ...UNTOUCHED]],
	['may not manage', () => state.setPermissions(['CREATE_EVENTS']), ['manage-events missing', ...UNTOUCHED]],
	[
		'is not granted the members intent',
		() => {
			state.grantsMembersIntent = false;
		},
		['members-intent missing', ...UNTOUCHED],
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
	expect(await lookForTrouble()).toEqual(expected);
});

test('a token that is not valid is tried once, and nothing else is asked', async () => {
	state.fail({ route: '*', status: 401 });
	const [first, ...others] = (await look()).checks;
	expect(first).toMatchObject({ key: 'token', state: 'missing' });
	expect(first?.remedy).toContain('DISCORD_BOT_TOKEN');
	expect(others.filter(({ key }) => key !== 'gateway').every((check) => check.state === 'unknown')).toBe(
		true,
	);
	expect(state.requests).toHaveLength(1);
});

test.each([
	['is down', { route: '*', network: true as const }],
	['answers 500', { route: '*', status: 500 }],
	['limits us', { route: '*', status: 429, retryAfter: 3 }],
])('while Discord %s nothing is called missing that could not be asked', async (_, failure) => {
	state.fail(failure);
	const { checks } = await look();
	for (const check of checks.filter(({ key }) => key !== 'gateway')) {
		expect(check).toMatchObject({ state: 'unknown', remedy: expect.stringContaining('could not be asked') });
	}
});

test('an answer stands for half a minute, also for those who ask at once', async () => {
	const now = new Date();
	await Promise.all([look(now), look(now), look(new Date(now.getTime() + 29_000))]);
	expect(state.countRequests(GUILD)).toBe(1);
	await look(new Date(now.getTime() + 30_000));
	expect(state.countRequests(GUILD)).toBe(2);
});

test.each([
	[
		'without the members intent it goes on without',
		() => Object.assign(state, { grantsMembersIntent: false }),
		null,
	],
	[
		'a refused token',
		() => state.fail({ route: 'GET /gateway/bot', status: 401 }),
		'refuses the bot’s token',
	],
	['a gateway that is down', () => Object.assign(gateway, { isDown: true }), 'cannot be reached'],
])('the gateway as every replica sees it: %s', async (_, arrange, remedy) => {
	arrange();
	const starting = connect({ patienceMs: 1_000 });
	starting.catch(() => undefined);
	await expect
		.poll(
			async () => {
				forgetPreflight();
				return (await look()).checks.find(({ key }) => key === 'gateway')?.remedy ?? null;
			},
			{ timeout: 15_000 },
		)
		.toEqual(remedy === null ? null : expect.stringContaining(remedy));
	if (remedy === null) return;
	state.recover();
	gateway.isDown = false;
	await starting;
});

test('others than admins do not see it', async () => {
	const now = new Date();
	await expect(perform(readPreflight, { actor: { id: '1', role: 'creator' }, now })).rejects.toMatchObject({
		kind: 'denied',
	});
});
