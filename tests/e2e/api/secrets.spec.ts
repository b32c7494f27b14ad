import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase } from '../support/own-database.ts';

test.setTimeout(120_000);

const SECRETS = {
	botToken: 'planted-bot-token-0f5a8c1e',
	wrongToken: 'planted-wrong-token-77b1d0aa',
	clientSecret: 'planted-client-secret-3d9e61b2',
	sessionSecret: 'planted-session-secret-b27c5540-and-more-of-it',
	metricsToken: 'planted-metrics-token-5c81',
};

test('no log line, error or response contains a token, code or secret, whatever Discord does', async () => {
	const database = await createOwnDatabase();
	const port = await findFreePort();
	const appUrl = `http://localhost:${port}`;
	const guild = { ...DEMO_GUILD, botToken: SECRETS.botToken, clientSecret: SECRETS.clientSecret };
	const standIn = createDiscordStandIn({ guild, redirectUris: [`${appUrl}/api/auth/discord/callback`] });
	const { state, gateway } = standIn;
	const discord = await serveDiscordStandIn(standIn);
	const apps: AppProcess[] = [];
	const start = async (onPort: number, env: Record<string, string> = {}) => {
		const app = startApp(onPort, {
			...standInEnvironment(discord.url, guild),
			DATABASE_URL: database.url,
			SESSION_SECRET: SECRETS.sessionSecret,
			METRICS_TOKEN: SECRETS.metricsToken,
			ADMIN_DISCORD_IDS: PERSONAS.admin.discordId,
			LOG_LEVEL: 'trace',
			...env,
		});
		apps.push(app);
		await waitForStatus(app, '/readyz', 200);
		return app;
	};
	const secrets = new Set<string>([...Object.values(SECRETS), new URL(database.url).password]);
	/** The response bodies. Addresses and cookies carry one-time tokens by design; bodies never do. */
	const bodies: string[] = [];
	const visit = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
		const response = await fetch(new URL(path, appUrl), { method, headers, redirect: 'manual' });
		bodies.push(await response.text());
		return response;
	};

	/**
	 * Signs in. `discordFailure` makes Discord fail after the user has agreed. Returns the session cookie, or '' when
	 * the sign-in failed.
	 */
	const signIn = async (
		persona: string,
		discordFailure?: Parameters<typeof state.fail>[0],
	): Promise<string> => {
		const started = await visit('/api/auth/discord');
		const { authUrl } = JSON.parse(bodies.at(-1) ?? '{}') as { authUrl: string };
		const cookies = cookiesOf(started);
		const agreed = await fetch(`${authUrl}&persona=${persona}`, { redirect: 'manual' });
		const callback = new URL(agreed.headers.get('Location') ?? '');
		secrets.add(callback.searchParams.get('code') ?? '');
		if (discordFailure) state.fail(discordFailure);
		const callbackResponse = await visit(callback.pathname + callback.search, { Cookie: cookies });
		for (const token of state.tokens.keys()) secrets.add(token);
		const landing = new URL(callbackResponse.headers.get('Location') ?? '/', appUrl);
		const oneTime = landing.searchParams.get('token');
		if (!oneTime) return '';
		secrets.add(oneTime);
		const signedIn = await visit(landing.pathname + landing.search, {
			Cookie: `${cookies}; ${cookiesOf(callbackResponse)}`,
		});
		const session = /(?:^|; )session=([^;]+)/.exec(cookiesOf(signedIn))?.[1] ?? '';
		if (session) secrets.add(session);
		return session ? `session=${session}` : '';
	};

	try {
		const app = await start(port);
		await expect.poll(() => gateway.sessions.length, { timeout: 20_000 }).toBe(1);
		const admin = await signIn(PERSONAS.admin.discordId);
		expect(admin).not.toBe('');
		for (const failure of [
			{ status: 500 },
			{ status: 401 },
			{ status: 403 },
			{ status: 429, retryAfter: 1 },
			{ network: true as const },
		]) {
			expect(await signIn(PERSONAS.player.discordId, { route: '*', ...failure })).toBe('');
			await visit('/api/admin/discord-preflight', { Cookie: admin });
			gateway.deleteSessions();
			await new Promise((resolve) => setTimeout(resolve, 700));
			state.recover();
		}
		// This sign-in fails halfway: Discord gives an access token but refuses the user's data.
		await signIn(PERSONAS.player.discordId, { route: 'GET /users/@me', status: 500 });
		state.recover();
		for (const path of [
			'/',
			'/events',
			'/login',
			'/events/1',
			'/nowhere',
			'/api/events',
			'/api/auth/me',
			'/metrics',
		]) {
			await visit(path, { Cookie: admin });
			await visit(path, { Authorization: `Bearer ${SECRETS.wrongToken}` });
		}
		const calendarToken = `1-${'planted'.padEnd(43, 'x')}`;
		secrets.add(calendarToken);
		for (const folder of ['calendar', 'Calendar', '%63alendar', 'calendar/more']) {
			for (const ending of ['.ics', '.ics.data', '', '.ics/'])
				await visit(`/${folder}/${calendarToken}${ending}`);
		}
		await visit(`/calendar/${calendarToken}.ics`, {}, 'POST');
		await visit('/api/auth/discord/callback?code=planted-foreign-code&state=x');
		await visit('/?token=planted-foreign-token');
		for (const secret of ['planted-foreign-code', 'planted-foreign-token']) secrets.add(secret);

		await test.step('a packet about an unknown user, a lost command response, and a broken connection', async () => {
			await expect.poll(() => gateway.sessions.length, { timeout: 40_000 }).toBe(1);
			await expect.poll(() => state.interactions.commands.length, { timeout: 40_000 }).toBeGreaterThan(0);
			const ids = { guild_scheduled_event_id: '900000000000000001', user_id: '900000000000000002' };
			gateway.send('GUILD_SCHEDULED_EVENT_USER_ADD', { ...ids, guild_id: guild.guildId });
			state.interactions.firstResponseMs = 500;
			state.fail({
				route: 'POST /interactions/{interaction_id}/{interaction_token}/callback',
				network: true,
			});
			const invocation = { userId: PERSONAS.player.discordId, command: 'botc', subcommand: 'next' };
			await expect(state.invokeCommand(invocation)).rejects.toThrow('did not respond');
			await expect.poll(app.output).toContain('reply not delivered');
		});

		const other = await start(await findFreePort(), { DISCORD_BOT_TOKEN: SECRETS.wrongToken });
		await app.stop();
		await expect.poll(other.output, { timeout: 30_000 }).toContain('does not accept the bot');
		await other.stop();

		expect(bodies.length).toBeGreaterThan(30);
		expect(secrets.size).toBeGreaterThan(12);
		secrets.delete('');
		for (const secret of secrets) {
			for (const { output } of apps) expect(output()).not.toContain(secret);
			for (const body of bodies) expect(body).not.toContain(secret);
		}
		// With an interaction's token anyone could respond as the bot.
		for (const { output } of apps) expect(output()).not.toMatch(/interaction-[0-9a-f]{8}-/);
	} finally {
		for (const app of apps) await app.stop('SIGKILL');
		await discord.close();
		await database.remove();
	}
});

const cookiesOf = (response: Response) =>
	response.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
