import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PERSONAS } from '~/seeds/personas.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { findFreePort, SECRET, startApp, waitForStatus, watchProcess } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, openPool } from '../support/own-database.ts';

const STACK = /^\s+at .*:\d+:\d+|node:internal/m;
const REQUIRED = [
	'APP_URL',
	'DATABASE_URL',
	'SESSION_SECRET',
	'DISCORD_CLIENT_ID',
	'DISCORD_CLIENT_SECRET',
	'DISCORD_BOT_TOKEN',
	'DISCORD_GUILD_ID',
	'DISCORD_REQUIRED_ROLE_ID',
];

test.setTimeout(90_000);

test('npm start without variables names all of them in one message and ends with 1', async () => {
	const { PATH = '', HOME = '' } = process.env;
	const child = spawn('npm', ['start', '--silent'], {
		env: { PATH, HOME },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const app = watchProcess(child);
	expect(await app.ended).toBe(1);
	for (const name of REQUIRED) expect(app.output()).toContain(name);
	expect(app.output().match(/Townbell cannot start/g)).toHaveLength(1);
	expect(app.output()).not.toMatch(STACK);
});

test('an invalid variable is named without its value', async () => {
	const app = startApp(await findFreePort(), {
		...standInEnvironment('http://127.0.0.1:9'),
		DATABASE_URL: 'mysql://user:hunter2@localhost/x',
		SESSION_SECRET: 'too-short-a-secret',
	});
	expect(await app.ended).toBe(1);
	expect(app.output()).toContain('DATABASE_URL');
	expect(app.output()).toContain('SESSION_SECRET');
	expect(app.output()).not.toMatch(/hunter2|too-short-a-secret/);
	expect(app.output()).not.toMatch(STACK);
});

for (const [url, problem] of [
	['postgres://u:p%zz@h/db', 'has a % that is not part of a code: write it as %25'],
	['postgres://u:a@b/c#d$e%2F@h/db', 'POSTGRES_PASSWORD'],
	['notaurl', 'must be a postgres:// address'],
] as const) {
	test(`the built server says what is wrong with ${url}`, async () => {
		const app = startApp(await findFreePort(), {
			...standInEnvironment('http://127.0.0.1:9'),
			DATABASE_URL: url,
		});
		expect(await app.ended).toBe(1);
		expect(app.output()).toContain(problem);
		expect(app.output()).not.toMatch(/p%zz|c#d/);
		expect(app.output()).not.toMatch(STACK);
	});
}

test('a database of a newer version ends the start with 1 and one plain message', async () => {
	const database = await createOwnDatabase({ empty: true });
	try {
		const pool = openPool(database.url, 1);
		await pool.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz)');
		await pool.query(`INSERT INTO schema_migrations (name) VALUES ('0999-from-the-future')`);
		await pool.end();
		const app = startApp(await findFreePort(), {
			...standInEnvironment('http://127.0.0.1:9'),
			DATABASE_URL: database.url,
		});
		expect(await app.ended).toBe(1);
		expect(app.output()).toContain('this version does not know 0999-from-the-future. Nothing was done.');
		expect(app.output()).not.toMatch(STACK);
		expect(app.output()).not.toContain('"stack"');
	} finally {
		await database.remove();
	}
});

test('a port in use is reported in one sentence', async () => {
	const otherServer = createServer().listen(0);
	await once(otherServer, 'listening');
	const address = otherServer.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	try {
		const app = startApp(port, {
			...standInEnvironment('http://127.0.0.1:9'),
			DATABASE_URL: String(process.env.E2E_DATABASE_URL),
			DISCORD_SERVICE: 'off',
			LOG_LEVEL: 'warn',
		});
		expect(await app.ended).not.toBe(0);
		const lines = app.output().split('\n');
		expect(lines.filter((line) => line.includes(String(port)))).toHaveLength(1);
		expect(app.output()).not.toMatch(STACK);
	} finally {
		otherServer.close();
	}
});

test('the log of a sign-in holds no token, code, cookie or query', async ({ playwright }) => {
	const port = await findFreePort();
	const standIn = createDiscordStandIn({
		redirectUris: [`http://localhost:${port}/api/auth/discord/callback`],
	});
	const discord = await serveDiscordStandIn(standIn);
	const database = await createOwnDatabase();
	const app = startApp(port, {
		...standInEnvironment(discord.url),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'trace',
	});
	try {
		await waitForStatus(app, '/readyz', 200);
		const browser = await playwright.request.newContext({ baseURL: app.url });
		const { authUrl } = (await (await browser.get('/api/auth/discord')).json()) as { authUrl: string };
		const secrets: string[] = [];
		let next = `${authUrl}&persona=${PERSONAS.player.discordId}`;
		while (next) {
			const response = await browser.get(next, { maxRedirects: 0 });
			secrets.push(...readSecrets(new URL(next, app.url)));
			next = response.headers().location ?? '';
		}
		const { cookies } = await browser.storageState();
		expect(cookies.map(({ name }) => name)).toContain('session');
		secrets.push(...cookies.map(({ value }) => value));
		await browser.get('/?token=a-token-of-nobody');
		await browser.get('/?error=a-code-of-nobody');
		await browser.get('/api/auth/discord/callback?code=a-code-of-nobody&state=none');
		await browser.get('/events?q=a-search-of-mine');
		await browser.dispose();
		expect(await app.stop()).toBe(0);

		expect(app.output()).toContain('/api/auth/discord/callback');
		expect(secrets.length).toBeGreaterThan(4);
		const { botToken, clientSecret } = standIn.state.guild;
		for (const secret of [...secrets, botToken, clientSecret, SECRET, 'of-nobody', 'of-mine']) {
			expect(app.output()).not.toContain(secret);
		}
		expect(app.output()).not.toMatch(/\?[\w-]+=/);
		expect(standIn.state.violations).toEqual([]);
	} finally {
		await app.stop('SIGKILL');
		await discord.close();
		await database.remove();
	}
});

/** Returns the one-time values in the query of an address. */
function readSecrets(address: URL): string[] {
	return ['token', 'code', 'state', 'code_challenge']
		.map((name) => address.searchParams.get(name))
		.filter((value) => value !== null);
}
