import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	onTestFinished,
	test,
	vi,
} from 'vitest';
import { FORMER_MIGRATIONS } from '~/database/schema/former-migrations.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { formatSetup, HOW_TO_BECOME_ADMIN } from '~/domain/setup.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { GATEWAY_LOCK, toApplicationName } from '~/server/discord/gateway-state.ts';
import { HIDDEN_CHANNEL_ID, TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { ALL_PERMISSIONS } from '~/tests/mocks/discord/objects.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { startReplica } from '../gateway/processes.ts';

const APP_URL = 'https://games.example.org';
const SESSION_SECRET = 'a secret for tests that is long enough';
const PASSWORD = 'a-password-that-no-one-may-read';
const databaseName = `test_${randomBytes(8).toString('hex')}`;
const emptyName = `${databaseName}_empty`;
const roleName = `${databaseName}_guest`;

const discord = useServedDiscord();
const { state } = discord;
let url: string;
let client: pg.Client;

useTestEnvironment({
	NODE_ENV: 'production',
	APP_URL,
	SESSION_SECRET,
	TRUST_PROXY_HOPS: '1',
	ADMIN_DISCORD_IDS: PERSONAS.admin.discordId,
});

beforeAll(async () => {
	state.redirectUris.add(`${APP_URL}/api/auth/discord/callback`);
	await createDatabase(databaseName);
	await createDatabase(emptyName, { empty: true });
	url = buildTestUrl(databaseName);
	client = new pg.Client({ connectionString: url, application_name: toApplicationName('connected') });
	await client.connect();
	await client.query(`CREATE ROLE ${roleName} LOGIN PASSWORD '${PASSWORD}'`);
	// As the replica that holds the connection to the gateway.
	await client.query(`SELECT pg_advisory_lock(${GATEWAY_LOCK.join(', ')})`);
});
beforeEach(() => {
	vi.resetModules();
	vi.stubEnv('DATABASE_URL', url);
	vi.stubEnv('DISCORD_API_URL', `${discord.url()}/api`);
	state.interactions.commands = COMMANDS.map(
		(command) => ({ ...REGISTERED, description: '', ...command }) as never,
	);
});
afterEach(() =>
	client.query(`DELETE FROM users; DELETE FROM settings; DELETE FROM schema_migrations
	WHERE name IN ('9999-future', '${FORMER_MIGRATIONS[0]}'); ALTER ROLE ${roleName} LOGIN CONNECTION LIMIT -1 PASSWORD '${PASSWORD}'`),
);
afterAll(async () => {
	await client.query(`DROP ROLE ${roleName}`);
	await client.end();
	await dropDatabase(databaseName);
	await dropDatabase(emptyName);
});

const REGISTERED = {
	id: '900000000000000001',
	application_id: DEMO_GUILD.clientId,
	guild_id: DEMO_GUILD.guildId,
	version: '900000000000000002',
	type: 1,
	default_member_permissions: null,
};

/** Returns the keys of the checks by their state, and the text that the command prints. */
async function check() {
	const { checkSetup } = await import('~/server/start/check-setup.ts');
	const { checks, inviteUrl } = await checkSetup();
	const list = (wanted: string) => checks.filter((each) => each.state === wanted).map(({ key }) => key);
	return {
		missing: list('missing'),
		unknown: list('unknown'),
		skipped: list('skipped'),
		ok: list('ok'),
		text: formatSetup(checks, inviteUrl),
	};
}

const changeUrl = (changes: Partial<URL>) => Object.assign(new URL(url), changes).toString();
const choosePlace = (channelId: string) =>
	client.query(
		`INSERT INTO settings (key, value) VALUES ('announcement_channel_id', $1)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
		[channelId],
	);
const signIn = () =>
	client.query(
		`INSERT INTO users (discord_id, username, role, first_signed_in_at) VALUES ($1, 'a', 'player', now())`,
		[PERSONAS.admin.discordId],
	);

test('all checks pass, and the announcement channel is one of them', async () => {
	await choosePlace(TEXT_CHANNEL_ID);
	const { ok, text, ...others } = await check();
	expect(others).toEqual({ missing: [], unknown: [], skipped: [] });
	expect(ok).toContain('announcement-send-messages');
	expect(text.match(/^✓ /gm)).toHaveLength(ok.length);
	expect(text).not.toMatch(/^[✗?–]/m);
	expect(text).not.toContain('Invite the bot');
	// Discord's token of the check was revoked.
	expect(state.tokens.size).toBe(0);
});

test('DISCORD_SERVICE=off is a fault while no other process has connected the bot', async () => {
	vi.stubEnv('DISCORD_SERVICE', 'off');
	expect((await check()).missing).toEqual([]);
	vi.resetModules();
	vi.stubEnv('DATABASE_URL', buildTestUrl(emptyName));
	const { missing, text } = await check();
	expect(missing).toEqual(['gateway']);
	expect(text).toContain('✗ The bot is connected\n  No process runs the Discord service');
});

test('before the first start, only what needs the running program is not checked', async () => {
	vi.stubEnv('DATABASE_URL', buildTestUrl(emptyName));
	state.interactions.commands = [];
	const { missing, skipped, text } = await check();
	expect(missing).toEqual([]);
	expect(skipped).toEqual(['gateway', 'command']);
	expect(text).toContain('✓ The users in ADMIN_DISCORD_IDS become admin at their first sign-in');
	expect(text).toContain('the next start updates its tables');
});

type Fault = [
	name: string,
	arrange: () => unknown,
	expected: { missing: string[]; text: string; invites?: boolean; skipped?: string[] | 'all others' },
];
const WITHOUT_DATABASE = ['postgres-version', 'create-tables', 'migrations', 'admin', 'gateway', 'command'];
const ON_GUILD = ['create-events', 'manage-events', 'required-role', 'command'];

describe('a fault has its own line, with what to do', () => {
	test.each<Fault>([
		[
			'a missing variable',
			() => vi.stubEnv('DISCORD_GUILD_ID', ''),
			{
				missing: ['DISCORD_GUILD_ID'],
				text: '✗ DISCORD_GUILD_ID is missing\n  On Discord, with Developer Mode',
				skipped: 'all others',
			},
		],
		[
			'an invalid variable',
			() => vi.stubEnv('SESSION_SECRET', PASSWORD.slice(0, 20)),
			{
				missing: ['SESSION_SECRET'],
				text: '✗ SESSION_SECRET must have at least 32 characters\n  ',
				skipped: 'all others',
			},
		],
		[
			'a value of the example',
			() => vi.stubEnv('SESSION_SECRET', 'replace-me-with-at-least-32-random-characters'),
			{
				missing: ['SESSION_SECRET'],
				text: '✗ SESSION_SECRET is not the example value\n  Run this check with `--init -`',
			},
		],
		[
			'an address without TLS',
			() => {
				vi.stubEnv('APP_URL', 'http://games.example.org');
				state.redirectUris.add('http://games.example.org/api/auth/discord/callback');
			},
			{ missing: ['app-url'], text: 'A site on the internet needs https.' },
		],
		[
			'an address with a slash at the end',
			() => vi.stubEnv('APP_URL', `${APP_URL}/`),
			{ missing: ['app-url'], text: 'without a path or a slash at the end' },
		],
		[
			'an unknown proxy',
			() => vi.stubEnv('TRUST_PROXY_HOPS', '0'),
			{ missing: ['proxies'], text: 'Set TRUST_PROXY_HOPS=1' },
		],
		[
			'a database that is not there',
			() => vi.stubEnv('DATABASE_URL', changeUrl({ port: '1' })),
			{
				missing: ['database'],
				text: 'Start PostgreSQL',
				skipped: WITHOUT_DATABASE,
			},
		],
		[
			'a wrong database user',
			() => vi.stubEnv('DATABASE_URL', changeUrl({ username: 'no_such_user', password: PASSWORD })),
			{
				missing: ['database'],
				text: 'PostgreSQL refuses the user or the password',
				skipped: WITHOUT_DATABASE,
			},
		],
		[
			'a database user that may not sign in',
			async () => {
				await client.query(`ALTER ROLE ${roleName} NOLOGIN`);
				vi.stubEnv('DATABASE_URL', changeUrl({ username: roleName, password: PASSWORD }));
			},
			{
				missing: ['database'],
				text: 'may not sign in to PostgreSQL. Allow it with ALTER ROLE',
				skipped: WITHOUT_DATABASE,
			},
		],
		[
			'a database user with too many connections, whose password is in the error',
			async () => {
				await client.query(`ALTER ROLE ${roleName} CONNECTION LIMIT 0 PASSWORD '${roleName}'`);
				vi.stubEnv('DATABASE_URL', changeUrl({ username: roleName, password: roleName }));
			},
			{
				missing: ['database'],
				text: '53300: too many connections for role "***". Check DATABASE_URL',
				skipped: WITHOUT_DATABASE,
			},
		],
		[
			'tables of someone else',
			() => vi.stubEnv('DATABASE_URL', changeUrl({ username: roleName, password: PASSWORD })),
			{ missing: ['database'], text: 'the owner of the database and its tables', skipped: WITHOUT_DATABASE },
		],
		[
			'a missing database',
			() => vi.stubEnv('DATABASE_URL', buildTestUrl(`${databaseName}_none`)),
			{
				missing: ['database'],
				text: 'Create the database',
				skipped: WITHOUT_DATABASE,
			},
		],
		[
			'a database of someone else',
			() => {
				const guest = { username: roleName, password: PASSWORD, pathname: `/${emptyName}` };
				vi.stubEnv('DATABASE_URL', changeUrl(guest));
			},
			{ missing: ['create-tables'], text: 'ALTER DATABASE', skipped: ['gateway', 'command'] },
		],
		[
			'a database of a newer version',
			() => client.query(`INSERT INTO schema_migrations (name) VALUES ('9999-future')`),
			{ missing: ['migrations'], text: 'A newer version of Townbell' },
		],
		[
			'a database of a version that is too old',
			() => client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [FORMER_MIGRATIONS[0]]),
			{ missing: ['migrations'], text: 'Update it first with' },
		],
		[
			'no admin',
			() => vi.stubEnv('ADMIN_DISCORD_IDS', ''),
			{ missing: ['admin'], text: 'Put your own Discord ID into ADMIN_DISCORD_IDS' },
		],
		[
			'an admin ID that has signed in before',
			signIn,
			{ missing: ['admin'], text: 'first delete your profile' },
		],
		[
			'Discord out of reach',
			() => state.fail({ route: '*', network: true }),
			{
				missing: ['discord'],
				text: 'Check that this machine may open https://discord.com',
				skipped: [
					...['client-secret', 'token', 'application', 'redirect', 'guild', 'create-events', 'manage-events'],
					...['required-role', 'members-intent', 'command'],
				],
			},
		],
		[
			'a wrong client secret',
			() => vi.stubEnv('DISCORD_CLIENT_SECRET', PASSWORD),
			{ missing: ['client-secret'], text: 'Copy both again' },
		],
		[
			'a wrong token',
			() => vi.stubEnv('DISCORD_BOT_TOKEN', PASSWORD),
			{
				missing: ['token'],
				text: 'Copy the token',
				skipped: [
					'application',
					'redirect',
					'guild',
					'create-events',
					'manage-events',
					'required-role',
					'members-intent',
					'command',
				],
			},
		],
		[
			'a bot of another application',
			() => vi.stubEnv('DISCORD_CLIENT_ID', '400000000000000009'),
			{
				missing: ['client-secret', 'application'],
				text: 'from the same application',
				skipped: ['redirect', 'command'],
			},
		],
		[
			'an address that is not registered',
			() => vi.stubEnv('APP_URL', 'https://other.example.org'),
			{ missing: ['redirect'], text: 'save: https://other.example.org/api/auth/discord/callback' },
		],
		[
			'a wrong server',
			() => vi.stubEnv('DISCORD_GUILD_ID', '200000000000000009'),
			{ missing: ['guild'], text: 'Invite the bot to the server', invites: true, skipped: ON_GUILD },
		],
		[
			'no permission to create events',
			() => state.setPermissions(ALL_PERMISSIONS.filter((name) => name !== 'CREATE_EVENTS')),
			{ missing: ['create-events'], text: 'Give the bot’s role “Create Events”', invites: true },
		],
		[
			'no permission to manage events',
			() => state.setPermissions(ALL_PERMISSIONS.filter((name) => name !== 'MANAGE_EVENTS')),
			{ missing: ['manage-events'], text: 'Give the bot’s role “Manage Events”', invites: true },
		],
		[
			'a wrong role',
			() => vi.stubEnv('DISCORD_REQUIRED_ROLE_ID', '300000000000000009'),
			{ missing: ['required-role'], text: 'Set DISCORD_REQUIRED_ROLE_ID' },
		],
		[
			'no members intent',
			() => Object.assign(state, { grantsMembersIntent: false }),
			{ missing: ['members-intent'], text: 'Switch on “Server Members Intent”' },
		],
		[
			'no permission in the announcement channel',
			async () => {
				await choosePlace(TEXT_CHANNEL_ID);
				state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['EMBED_LINKS'] });
			},
			{ missing: ['announcement-embed-links'], text: '“Embed Links” in #the-green', invites: true },
		],
		[
			'a deleted announcement channel',
			async () => {
				await choosePlace(HIDDEN_CHANNEL_ID);
				state.channels.remove(HIDDEN_CHANNEL_ID);
			},
			{ missing: ['announcement-channel'], text: 'Choose another channel', invites: true },
		],
	])('%s', async (_, arrange, expected) => {
		await arrange();
		const { missing, unknown, skipped, ok, text } = await check();
		expect(missing).toEqual(expected.missing);
		expect(unknown).toEqual([]);
		expect(text).toContain(expected.text);
		expect(text.match(/^✗ /gm)).toHaveLength(expected.missing.length);
		if (expected.skipped === 'all others') expect(ok).toEqual([]);
		else expect(skipped.toSorted()).toEqual((expected.skipped ?? []).toSorted());
		expect(text.includes(`/oauth2/authorize?client_id=${DEMO_GUILD.clientId}&scope=bot`)).toBe(
			expected.invites ?? false,
		);
		for (const secret of [
			PASSWORD,
			PASSWORD.slice(0, 20),
			SESSION_SECRET,
			DEMO_GUILD.botToken,
			DEMO_GUILD.clientSecret,
		])
			expect(text).not.toContain(secret);
	});
});

describe('the first start', { timeout: 90_000 }, () => {
	test.each<[string, ids: string, arrange: () => unknown, isTold: boolean]>([
		['says how to become an admin', '', () => undefined, true],
		['says nothing while a listed user can become one', PERSONAS.admin.discordId, () => undefined, false],
		[
			'says nothing when there is an admin',
			'',
			() => client.query(`INSERT INTO users (username, role) VALUES ('a', 'admin')`),
			false,
		],
	])('%s', async (_, ids, arrange, isTold) => {
		await arrange();
		const env = { DATABASE_URL: url, ADMIN_DISCORD_IDS: ids, DISCORD_SERVICE: 'off', LOG_LEVEL: 'info' };
		const replica = startReplica(env);
		try {
			await expect.poll(replica.output, { timeout: 60_000 }).toContain('"msg":"ready"');
			expect(replica.output().includes(`There is no admin. ${HOW_TO_BECOME_ADMIN}`)).toBe(isTold);
		} finally {
			await replica.stop('SIGTERM');
		}
	});
});

/** Runs the command as `npm run doctor` does. */
const runDoctor = (...values: string[]) => runDoctorIn('.', ...values);

function runDoctorIn(
	cwd: string,
	...values: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			['--import', import.meta.resolve('tsx'), path.resolve('server/start/doctor.ts'), ...values],
			{
				cwd,
				env: { ...process.env, NODE_OPTIONS: '', TSX_TSCONFIG_PATH: path.resolve('tsconfig.json') },
			},
			(error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
		);
	});
}

describe('npm run doctor', () => {
	test('ends with 0 when all is right', async () => {
		const { code, stdout, stderr } = await runDoctor();
		expect(stderr).toBe('');
		expect(stdout).toMatch(/^✓ Every variable is set and valid\n/);
		expect(stdout).not.toContain('✗');
		expect(code).toBe(0);
	});

	test('ends with 1 when something is missing', async () => {
		state.grantsMembersIntent = false;
		const { code, stdout } = await runDoctor();
		expect(stdout.match(/^✗ .*$/gm)).toEqual(['✗ The bot is notified when members change']);
		expect(code).toBe(1);
	});

	test('prints a new secret with --init -, and leaves an existing .env as it is', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'townbell-test-doctor-'));
		onTestFinished(() => rm(folder, { recursive: true }));
		await copyFile('.env.example', path.join(folder, '.env.example'));
		await writeFile(path.join(folder, '.env'), 'APP_URL=\n');
		const { code, stdout } = await runDoctorIn(folder, '--init', '-');
		expect(code).toBe(0);
		expect(parseEnv(stdout).SESSION_SECRET).toMatch(/^[a-f0-9]{96}$/);
		expect(await readFile(path.join(folder, '.env'), 'utf8')).toBe('APP_URL=\n');
	});

	test('ends with 1 for an unknown option', async () => {
		const { code, stderr } = await runDoctor('--fix');
		expect(stderr).toContain('Usage:');
		expect(stderr).toContain('npm run doctor -- --init - ');
		expect(code).toBe(1);
	});
});
