import { createHash } from 'node:crypto';
import * as schemas from 'discord-api-spec/zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { findSchemaError } from '~/tests/mocks/discord/check.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn } from '~/tests/mocks/discord/stand-in.ts';

const CALLBACK = 'http://localhost:3000/api/auth/discord/callback';
const VERIFIER = 'a'.repeat(43);
const standIn = createDiscordStandIn();
const { state } = standIn;
let url: string;
let close: () => Promise<void>;
beforeEach(async () => {
	standIn.reset();
	({ url, close } = await serveDiscordStandIn(standIn));
});
afterEach(() => close());

const buildQuery = (changes: Record<string, string> = {}) =>
	new URLSearchParams({
		client_id: DEMO_GUILD.clientId,
		redirect_uri: CALLBACK,
		response_type: 'code',
		scope: 'identify guilds.members.read',
		state: 'a state',
		code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
		code_challenge_method: 'S256',
		...changes,
	});
const openAuthorizePage = (changes: Record<string, string> = {}) =>
	fetch(`${url}/oauth2/authorize?${buildQuery(changes)}`, { redirect: 'manual' });
const getCode = async (changes: Record<string, string> = {}) => {
	const response = await openAuthorizePage({ persona: PERSONAS.player.discordId, ...changes });
	return new URL(response.headers.get('Location') ?? '').searchParams.get('code') ?? '';
};
const BASIC = `Basic ${btoa(`${DEMO_GUILD.clientId}:${DEMO_GUILD.clientSecret}`)}`;
const exchangeCode = (
	code: string,
	changes: Record<string, string> = {},
	headers: Record<string, string> = {},
) =>
	fetch(`${url}/api/v10/oauth2/token`, {
		method: 'POST',
		headers: { Authorization: BASIC, ...headers },
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code,
			redirect_uri: CALLBACK,
			code_verifier: VERIFIER,
			...changes,
		}),
	});
const read = (path: string, authorization: string) =>
	fetch(`${url}/api/v10${path}`, { headers: { Authorization: authorization } });

test('the authorize page offers every persona, and Cancel', async () => {
	const page = await (await openAuthorizePage()).text();
	for (const { discordId } of Object.values(PERSONAS))
		expect(page).toContain(`name="persona" value="${discordId}"`);
	expect(page).toContain('name="cancel"');
	expect(page).not.toContain('<script');
	const cancelled = new URL((await openAuthorizePage({ cancel: '1' })).headers.get('Location') ?? '');
	expect(cancelled.searchParams.get('error')).toBe('access_denied');
	expect(cancelled.searchParams.get('state')).toBe('a state');
});

test.each([
	[{ client_id: '1' }],
	[{ redirect_uri: 'https://evil.example/' }],
	[{ redirect_uri: `${CALLBACK}/more` }],
	[{ state: '' }],
	[{ code_challenge: 'short' }],
	[{ code_challenge_method: 'plain' }],
	[{ persona: '1' }],
])('authorize refuses %j without a redirect', async (changes) => {
	expect((await openAuthorizePage(changes)).status).toBe(400);
});

test('a code works once, sent as a form with its verifier, address and client', async () => {
	expect((await exchangeCode(await getCode(), { code_verifier: 'b'.repeat(43) })).status).toBe(400);
	expect((await exchangeCode(await getCode(), { redirect_uri: 'http://localhost:3000/' })).status).toBe(400);
	expect((await exchangeCode(await getCode(), {}, { Authorization: 'Basic eDp5' })).status).toBe(401);
	const json = { Authorization: BASIC, 'Content-Type': 'application/json' };
	expect((await exchangeCode(await getCode(), {}, json)).status).toBe(400);
	const code = await getCode();
	const tokenResponse = await exchangeCode(code);
	expect(tokenResponse.status).toBe(200);
	expect(await tokenResponse.json()).toMatchObject({
		token_type: 'Bearer',
		scope: 'identify guilds.members.read',
	});
	expect(await (await exchangeCode(code)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('a token reads what its scopes allow, until it is revoked', async () => {
	const { access_token } = (await (await exchangeCode(await getCode())).json()) as { access_token: string };
	const bearer = `Bearer ${access_token}`;
	expect(await (await read('/users/@me', bearer)).json()).toMatchObject({ id: PERSONAS.player.discordId });
	const member = `/users/@me/guilds/${DEMO_GUILD.guildId}/member`;
	expect((await read(member, bearer)).status).toBe(200);
	state.leaveGuild(PERSONAS.player.discordId);
	expect(await (await read(member, bearer)).json()).toMatchObject({ code: 10004 });
	const body = new URLSearchParams({ token: access_token });
	await fetch(`${url}/api/v10/oauth2/token/revoke`, {
		method: 'POST',
		headers: { Authorization: BASIC },
		body,
	});
	expect((await read('/users/@me', bearer)).status).toBe(401);

	const narrowToken = (await (await exchangeCode(await getCode({ scope: 'identify' }))).json()) as {
		access_token: string;
	};
	expect((await read(member, `Bearer ${narrowToken.access_token}`)).status).toBe(403);
});

test('the bot reads members, roles and the gateway', async () => {
	const bot = `Bot ${DEMO_GUILD.botToken}`;
	const members = `/guilds/${DEMO_GUILD.guildId}/members`;
	const creator = await (await read(`${members}/${PERSONAS.creator.discordId}`, bot)).json();
	expect(creator).toMatchObject({ nick: 'Priya', roles: [DEMO_GUILD.requiredRoleId] });
	expect(await (await read(`${members}/${PERSONAS.stranger.discordId}`, bot)).json()).toMatchObject({
		code: 10007,
	});
	expect((await read(`/guilds/${DEMO_GUILD.guildId}/roles`, bot)).status).toBe(200);
	expect((await read('/gateway/bot', bot)).status).toBe(200);
	expect((await read('/gateway/bot', 'Bot wrong')).status).toBe(401);
	expect(state.violations).toEqual([]);
});

test('unknown requests fail with 500 and are recorded', async () => {
	const bot = `Bot ${DEMO_GUILD.botToken}`;
	for (const path of ['/guilds/abc/roles', '/gateway/bot?shards=2', '/nonsense']) {
		expect((await read(path, bot)).status).toBe(500);
	}
	expect(state.violations).toHaveLength(3);
	const response = { url: 'wss://x.example', shards: 1, session_start_limit: 1 };
	expect(findSchemaError(schemas.GatewayBotResponseSchema, response)).not.toBeNull();
	expect(findSchemaError(schemas.SnowflakeTypeSchema, '12')).toBeNull();
});

test('finds an unknown key at any depth', async () => {
	state.getUser(PERSONAS.player.discordId);
	const limit = { total: 1, remaining: 1, reset_after: 1, max_concurrency: 1, extra: 1 };
	const response = { url: 'wss://x.example', shards: 1, session_start_limit: limit };
	expect(findSchemaError(schemas.GatewayBotResponseSchema, response)).toBe(
		'unknown key session_start_limit.extra',
	);
});

test('switches: status, rate limit, broken connection, delay, recovery', async () => {
	const bot = `Bot ${DEMO_GUILD.botToken}`;
	const route = 'GET /gateway/bot';
	state.fail({ route, status: 503, times: 1 });
	expect((await read('/gateway/bot', bot)).status).toBe(503);
	state.fail({ route, status: 429, retryAfter: 4, times: 1 });
	const limitedResponse = await read('/gateway/bot', bot);
	expect([limitedResponse.status, limitedResponse.headers.get('Retry-After')]).toEqual([429, '4']);
	state.fail({ route: '*', network: true });
	await expect(read('/gateway/bot', bot)).rejects.toThrow();
	state.recover();
	state.delay({ route, ms: 60 });
	const startedAt = performance.now();
	expect((await read('/gateway/bot', bot)).status).toBe(200);
	expect(performance.now() - startedAt).toBeGreaterThan(50);
});

test('every user has a different picture', async () => {
	const readPicture = async (id: string) => (await fetch(`${url}/avatars/${id}/abc.png?size=64`)).text();
	const pictures = await Promise.all(Object.values(PERSONAS).map(({ discordId }) => readPicture(discordId)));
	expect(new Set(pictures).size).toBe(pictures.length);
	expect((await fetch(`${url}/avatars/999/abc.webp`)).headers.get('Content-Type')).toBe('image/svg+xml');
});

test('gives the application itself a token of its owner, for known scopes and valid credentials', async () => {
	const ask = (changes: Record<string, string>, headers: Record<string, string> = {}) =>
		fetch(`${url}/api/v10/oauth2/token`, {
			method: 'POST',
			headers: { Authorization: BASIC, ...headers },
			body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify', ...changes }),
		});
	const granted = await ask({});
	const body = await granted.json();
	expect(granted.status).toBe(200);
	// Discord gives no refresh token here.
	expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
	const owner = await (await read('/users/@me', `Bearer ${body.access_token}`)).json();
	expect(owner.id).toBe(PERSONAS.admin.discordId);
	expect((await ask({ scope: 'everything' })).status).toBe(400);
	expect((await ask({}, { Authorization: `Basic ${btoa(`${DEMO_GUILD.clientId}:wrong`)}` })).status).toBe(
		401,
	);
	expect(state.tokens.size).toBe(1);
});
