import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_GAME_NAME } from '~/domain/limits.ts';
import { ConfigError, parseConfig } from './config.ts';

const root = path.resolve(import.meta.dirname, '..');

const requiredVariables = {
	APP_URL: 'https://games.example.org/',
	DATABASE_URL: 'postgres://townbell@localhost/townbell',
	SESSION_SECRET: 'x'.repeat(32),
	DISCORD_CLIENT_ID: '100000000000000000',
	DISCORD_CLIENT_SECRET: 'secret-of-the-client',
	DISCORD_BOT_TOKEN: 'token-of-the-bot',
	DISCORD_GUILD_ID: '200000000000000000',
	DISCORD_REQUIRED_ROLE_ID: '300000000000000000',
};

function getConfigError(env: Record<string, string | undefined>): string {
	try {
		parseConfig(env);
	} catch (error) {
		if (error instanceof ConfigError) return error.message;
		throw error;
	}
	throw new Error('the environment was accepted');
}

describe('parseConfig', () => {
	test('fills in the defaults of optional variables', () => {
		expect(parseConfig(requiredVariables)).toMatchObject({
			NODE_ENV: 'development',
			PORT: 3000,
			APP_URL: 'https://games.example.org',
			DISCORD_API_URL: 'https://discord.com/api',
			DISCORD_AUTHORIZE_URL: 'https://discord.com/oauth2/authorize',
			DISCORD_CDN_URL: 'https://cdn.discordapp.com',
			DISCORD_SERVICE: true,
			DATABASE_READ_URLS: [],
			ADMIN_DISCORD_IDS: [],
			GAME_NAME: DEFAULT_GAME_NAME,
			TEST_ENVIRONMENT_ENABLED: false,
			TRUST_PROXY_HOPS: 0,
			RATE_LIMIT_FACTOR: 1,
		});
	});

	test('names every missing variable at once', () => {
		const message = getConfigError({});
		for (const name of Object.keys(requiredVariables)) expect(message).toContain(`${name} is missing`);
	});

	test('names missing and invalid variables together and never shows a value', () => {
		const message = getConfigError({
			...requiredVariables,
			APP_URL: undefined,
			PORT: 'eighty',
			SESSION_SECRET: 'too-short-a-secret',
			DATABASE_URL: 'mysql://hidden',
			DISCORD_GUILD_ID: 'hidden-guild',
		});
		const named = ['APP_URL', 'PORT', 'SESSION_SECRET', 'DATABASE_URL', 'DISCORD_GUILD_ID'];
		for (const name of named) expect(message).toMatch(new RegExp(`^ {2}${name} `, 'm'));
		expect(message).not.toMatch(/eighty|too-short|hidden/);
		expect(message).not.toContain('DISCORD_BOT_TOKEN');
	});

	test.each([
		['postgres://u:p%zz@h/db', 'has a % that is not part of a code: write it as %25'],
		['postgres://u:a@b/c#d$e%2F@h/db', 'POSTGRES_PASSWORD'],
		['postgresql://u:Zm9v/YmFy+Zm9v@h:5432/db', 'write them as %40, %2F, %23 and %3F'],
		['postgres://u:a#b@h/db', '%23'],
		['postgres://u:a?b@h/db', '%3F'],
		['postgres://h/db?sslmode=verify-full&sslrootcert=/no/such.pem', 'names a file (sslrootcert'],
		['notaurl', 'must be a postgres:// address'],
		['Zm9v/YmFy+Zm9v', 'must be a postgres:// address'],
	])('names what is wrong with %s', (url, problem) => {
		const message = getConfigError({ ...requiredVariables, DATABASE_URL: url });
		expect(message).toContain(problem);
		for (const secret of ['zz', 'YmFy', 'c#d', 'a#b', 'a?b']) expect(message).not.toContain(secret);
	});

	test.each([
		'postgres://u:a%40b%2Fc%23d$e%252F@h/db',
		'postgres://u:p@h:5432/db?application_name=ab',
		'postgres://h/db',
		'postgres://h/db?sslmode=verify-full&sslrootcert=package.json',
	])('%s is an address', (DATABASE_URL) =>
		expect(parseConfig({ ...requiredVariables, DATABASE_URL })).toMatchObject({ DATABASE_URL }),
	);

	test('treats an empty variable as unset', () => {
		expect(getConfigError({ ...requiredVariables, DISCORD_BOT_TOKEN: '' })).toContain(
			'DISCORD_BOT_TOKEN is missing',
		);
		expect(parseConfig({ ...requiredVariables, PORT: '', HOST: '' })).toMatchObject({ PORT: 3000 });
	});

	test.each([
		['DISCORD_SERVICE', 'off', false],
		['DISCORD_SERVICE', 'true', true],
		[
			'DATABASE_READ_URLS',
			'postgres://one/db, postgres://two/db',
			['postgres://one/db', 'postgres://two/db'],
		],
		['TEST_ENVIRONMENT_ENABLED', '1', true],
		[
			'ADMIN_DISCORD_IDS',
			' 100000000000000001, 100000000000000002 ',
			['100000000000000001', '100000000000000002'],
		],
		['RATE_LIMIT_FACTOR', '2.5', 2.5],
		['DISCORD_API_URL', 'http://127.0.0.1:4000/api/', 'http://127.0.0.1:4000/api'],
	])('reads %s=%s', (name, value, read) => {
		expect(parseConfig({ ...requiredVariables, [name]: value })).toHaveProperty(name, read);
	});

	test.each([
		['NODE_ENV', 'staging'],
		['PORT', '70000'],
		['APP_URL', 'games.example.org'],
		['APP_URL', 'https://example.org/games'],
		['APP_URL', 'https://example.org/games/'],
		['APP_URL', 'https://example.org?group=games'],
		['APP_URL', 'https://example.org/#games'],
		['APP_URL', 'https://user:word@example.org'],
		['SESSION_SECRET', 'x'.repeat(31)],
		['DISCORD_CLIENT_ID', '1234'],
		['DISCORD_SERVICE', 'maybe'],
		['DATABASE_URL', 'postgres://townbell:100%@localhost/townbell'],
		['DATABASE_READ_URLS', 'postgres://one/db,two'],
		['DATABASE_READ_URLS', 'postgres://one/db,postgres://a:%zz@two/db'],
		['ADMIN_DISCORD_IDS', '100000000000000001,me'],
		['TRUST_PROXY_HOPS', '-1'],
		['RATE_LIMIT_FACTOR', '0'],
		['METRICS_TOKEN', 'short'],
		['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
		['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
		['OTEL_TRACES_SAMPLER_ARG', '1.5'],
	])('refuses %s=%s', (name, value) => {
		expect(getConfigError({ ...requiredVariables, [name]: value })).toMatch(new RegExp(`^ {2}${name} `, 'm'));
	});
});

const WITHOUT_DEFAULT = [
	'HOST',
	'COMMUNITY_JOIN_URL',
	'METRICS_TOKEN',
	'OTEL_EXPORTER_OTLP_ENDPOINT',
	'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
];

/** Returns the variables of the application in `.env.example`, including the ones that are commented out. */
async function readExample() {
	const text = await readFile(path.join(root, '.env.example'), 'utf8');
	const [appPart = ''] = text.split('# --- Only for compose.yaml');
	return [...appPart.matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, comment, name = '', value = '']) => ({
		name,
		value,
		isDefault: comment !== undefined && !WITHOUT_DEFAULT.includes(name),
	}));
}

/** Returns the names in `process.env.NAME`, `env.NAME` and `const { NAME } = process.env`. */
function listReadVariables(source: string): string[] {
	const members = [...source.matchAll(/(?<!import\.meta\.)\benv\.([A-Z]\w+)/g)].map(([, name = '']) => name);
	const destructured = [...source.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, names = '']) =>
		names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
	);
	return [...members, ...destructured];
}

describe('.env.example', () => {
	test('lists exactly the variables that the app reads', async () => {
		const source = await readFile(path.join(root, 'server/config.ts'), 'utf8');
		const exampleNames = (await readExample()).map(({ name }) => name);
		const read = [...source.matchAll(/^\t([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
		expect(read.length).toBeGreaterThan(20);
		expect(exampleNames.toSorted()).toEqual(read.toSorted());
	});

	test('lists what other files read, too', async () => {
		const names = (await readExample()).map(({ name }) => name);
		const found = ['app', 'database', 'domain', 'server'].flatMap((folder) =>
			readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
				.flatMap((file) => listReadVariables(readFileSync(path.join(root, folder, file), 'utf8'))),
		);
		expect(found).toContain('DATABASE_URL');
		// The embedded PostgreSQL gets these two of the operating system.
		expect(found.filter((name) => !['PATH', 'SystemRoot', ...names].includes(name))).toEqual([]);
	});

	test('is valid and shows the real defaults', async () => {
		const lines = await readExample();
		const config = parseConfig(Object.fromEntries(lines.map(({ name, value }) => [name, value])));
		const defaults: Record<string, unknown> = parseConfig(requiredVariables);
		for (const { name, isDefault } of lines)
			if (isDefault) expect(config).toHaveProperty(name, defaults[name]);
	});
});
