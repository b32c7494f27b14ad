import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createEnvFile, type DatabaseFacts, evaluateSetup, formatSetup, type SetupFacts } from './setup.ts';

const DATABASE: DatabaseFacts = {
	version: 150_004,
	canCreateTables: true,
	pendingMigrations: 0,
	unknownMigrations: [],
	isTooOld: false,
	readReplicas: [],
	admin: 'exists',
};
const callbackUrl = 'https://games.example.org/api/auth/discord/callback';
const DISCORD = {
	isTokenValid: true,
	isInGuild: true,
	permissions: 8n,
	roleExists: true,
	grantsMembersIntent: true,
	isCommandRegistered: true,
	announcementChannel: null,
	eventRoles: [],
	gateway: 'connected',
	areCredentialsValid: true,
	application: { isOwn: true, redirectUris: [callbackUrl] },
	callbackUrl,
	inviteUrl: 'https://discord.example/invite',
} satisfies SetupFacts['discord'];
type Changes = {
	environment?: Partial<SetupFacts['environment']>;
	database?: Partial<DatabaseFacts>;
	discord?: Partial<SetupFacts['discord']>;
};
const evaluate = (facts: Changes) =>
	evaluateSetup({
		problems: [],
		environment: {
			isProduction: true,
			appUrl: 'https://games.example.org',
			trustedProxies: 1,
			runsDiscordService: true,
			unreplaced: [],
			...facts.environment,
		},
		database: { ...DATABASE, ...facts.database },
		discord: { ...DISCORD, ...facts.discord },
	});
const listOthers = (facts: Changes) =>
	evaluate(facts)
		.filter(({ state }) => state !== 'ok')
		.map(({ key, state }) => `${key} ${state}`);

// The faults that a test can bring about are in tests/integration/setup/doctor.test.ts.
test.each<[string, Changes, string[]]>([
	['all is right', {}, []],
	['PostgreSQL 14', { database: { version: 140_011 } }, ['postgres-version missing']],
	[
		'a read replica that is down',
		{ database: { readReplicas: [{ name: 'one:5432', lagSeconds: null }] } },
		['read-replica missing'],
	],
	['the first start', { database: { pendingMigrations: 40, admin: 'listed' } }, []],
	[
		'Discord does not tell the redirect addresses',
		{ discord: { application: { isOwn: true, redirectUris: null } } },
		['redirect unknown'],
	],
	['Discord fails once', { discord: { grantsMembersIntent: 'unknown' } }, ['members-intent unknown']],
	['Discord fails for the token only', { discord: { isTokenValid: 'unknown' } }, ['token unknown']],
	['the bot cannot connect', { discord: { gateway: 'unreachable' } }, ['gateway missing']],
	[
		'the program is not running',
		{ discord: { gateway: null, isCommandRegistered: false } },
		['gateway skipped', 'command skipped'],
	],
	[
		'the program is not running, and would not connect the bot',
		{ environment: { runsDiscordService: false }, discord: { gateway: null, isCommandRegistered: false } },
		['gateway missing', 'command skipped'],
	],
	[
		'another process may have connected the bot',
		{ environment: { runsDiscordService: false }, discord: { gateway: 'unknown' } },
		['gateway skipped', 'command skipped'],
	],
	['another process has connected the bot', { environment: { runsDiscordService: false } }, []],
	['https without a proxy', { environment: { trustedProxies: 0 } }, ['proxies missing']],
	[
		'a trial on one computer, without https and a proxy',
		{ environment: { isProduction: false, appUrl: 'http://localhost:3000', trustedProxies: 0 } },
		[],
	],
	...['https://games.example.org/club', 'https://games.example.org/', 'http://games.example.org'].map(
		(appUrl): [string, Changes, string[]] => [
			`the address ${appUrl}`,
			{ environment: { appUrl } },
			['app-url missing'],
		],
	),
])('%s', (_, facts, expected) => {
	expect(listOthers(facts)).toEqual(expected);
});

test('says which address to register when Discord does not tell', () => {
	const text = formatSetup(evaluate({ discord: { application: { isOwn: true, redirectUris: null } } }), null);
	expect(text).toContain(
		'? The redirect address of the sign-in is registered\n  Discord did not say. Add this address',
	);
	expect(text).toContain(callbackUrl);
});

test('prints a line per check, the remedy beneath, the invite link and how many are to fix', () => {
	const checks = evaluate({ discord: { isInGuild: false, roleExists: 'unknown' } });
	const text = formatSetup(checks, 'https://discord.example/invite');
	expect(text).toContain('✓ Every variable is set and valid\n');
	expect(text).toContain('✗ The bot is on the server\n  Invite the bot to the server,');
	expect(text).toContain('– The required role exists (not checked)\n');
	expect(text).toContain('\n  https://discord.example/invite\n\nTo fix: 1.');
});

test('creates .env from .env.example: new secrets, no example values, all else as it was', async () => {
	const example = await readFile('.env.example', 'utf8');
	const created = createEnvFile(example, (bytes) => `random${bytes}`);
	const read = (text: string) =>
		new Map([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
	const changed = [...read(created)].filter(([name, value]) => read(example).get(name) !== value);
	expect(Object.fromEntries(changed)).toEqual({
		APP_URL: '',
		SESSION_SECRET: 'random48',
		DISCORD_CLIENT_ID: '',
		DISCORD_CLIENT_SECRET: '',
		DISCORD_BOT_TOKEN: '',
		DISCORD_GUILD_ID: '',
		DISCORD_REQUIRED_ROLE_ID: '',
		TRUST_PROXY_HOPS: '1',
		METRICS_TOKEN: 'random24',
		POSTGRES_PASSWORD: 'random24',
		COMPOSE_PROFILES: 'caddy',
	});
	expect(created.split('\n')).toHaveLength(example.split('\n').length);
	expect(read(created).get('DATABASE_URL')).toBe(read(example).get('DATABASE_URL'));
	expect(created).not.toContain('replace-me');
});
