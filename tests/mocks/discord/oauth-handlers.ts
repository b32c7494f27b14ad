import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { toResponse } from './answers.ts';
import { renderAuthorizePage, renderBadRequestPage } from './authorize-page.ts';
import { playSwitches } from './route.ts';
import type { StandInState } from './state.ts';

const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_SECONDS = 604_800;
const KNOWN_SCOPES = ['identify', 'guilds', 'guilds.members.read', 'email', 'openid'];

/** Discord's sign-in: the page where a person agrees, and the two token endpoints. */
export function createOAuthHandlers(
	state: StandInState,
	authorizeUrl: string,
	apiUrl: string,
): HttpHandler[] {
	return [
		http.get(authorizeUrl, ({ request }) =>
			playSwitches(state, 'GET /oauth2/authorize', request, () =>
				authorize(state, new URL(request.url).searchParams),
			),
		),
		http.post(`${apiUrl}/v10/oauth2/token`, ({ request }) =>
			playSwitches(state, 'POST /oauth2/token', request, () => exchangeCode(state, request)),
		),
		http.post(`${apiUrl}/v10/oauth2/token/revoke`, ({ request }) =>
			playSwitches(state, 'POST /oauth2/token/revoke', request, () => revokeToken(state, request)),
		),
	];
}

function authorize(state: StandInState, query: URLSearchParams): Response {
	const redirectUri = query.get('redirect_uri') ?? '';
	if (query.get('client_id') !== state.guild.clientId) return badRequest('Unknown Application');
	// An unregistered address is never redirected to: that would hand the code to a stranger.
	if (!state.redirectUris.has(redirectUri)) return badRequest('Invalid OAuth2 redirect_uri');
	const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
	const back = (answer: Record<string, string>) => {
		const address = new URL(redirectUri);
		for (const [key, value] of Object.entries(answer)) address.searchParams.set(key, value);
		address.searchParams.set('state', query.get('state') ?? '');
		return new HttpResponse(null, { status: 302, headers: { Location: address.href } });
	};
	if (query.get('response_type') !== 'code') return back({ error: 'unsupported_response_type' });
	if (scopes.length === 0 || scopes.some((scope) => !KNOWN_SCOPES.includes(scope)))
		return back({ error: 'invalid_scope' });
	if (!query.get('state')) return badRequest('This application must send a state');
	const codeChallenge = query.get('code_challenge') ?? '';
	if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
		return badRequest('This application must send an S256 code_challenge');
	}
	if (query.has('cancel')) {
		return back({
			error: 'access_denied',
			error_description: 'The resource owner or authorization server denied the request',
		});
	}
	const personId = query.get('persona');
	if (personId === null) return page(renderAuthorizePage(state, query), 200);
	if (!state.people.has(personId)) return badRequest('Unknown persona');
	const code = randomBytes(15).toString('base64url');
	const expiresAt = state.now().getTime() + CODE_LIFE_MS;
	state.codes.set(code, { personId, redirectUri, scope: scopes.join(' '), codeChallenge, expiresAt });
	return back({ code });
}

async function exchangeCode(state: StandInState, request: Request): Promise<Response> {
	const form = await readForm(request);
	if (!form) return oauthError(400, 'invalid_request', 'The body must be form encoded');
	if (!isClient(state, request, form)) return oauthError(401, 'invalid_client');
	if (form.get('grant_type') !== 'authorization_code') return oauthError(400, 'unsupported_grant_type');
	const code = form.get('code') ?? '';
	const granted = state.codes.get(code);
	// Tried once is used up, whether or not the rest is right.
	state.codes.delete(code);
	const challenge = createHash('sha256')
		.update(form.get('code_verifier') ?? '')
		.digest('base64url');
	const isGood =
		granted !== undefined &&
		granted.expiresAt > state.now().getTime() &&
		granted.redirectUri === form.get('redirect_uri') &&
		granted.codeChallenge === challenge;
	if (!isGood) return oauthError(400, 'invalid_grant', 'Invalid "code" in request.');
	const accessToken = randomBytes(24).toString('base64url');
	const expiresAt = state.now().getTime() + TOKEN_LIFE_SECONDS * 1000;
	state.tokens.set(accessToken, { personId: granted.personId, scope: granted.scope, expiresAt });
	return toResponse({
		status: 200,
		body: {
			token_type: 'Bearer',
			access_token: accessToken,
			expires_in: TOKEN_LIFE_SECONDS,
			refresh_token: randomBytes(24).toString('base64url'),
			scope: granted.scope,
		},
	});
}

async function revokeToken(state: StandInState, request: Request): Promise<Response> {
	const form = await readForm(request);
	if (!form) return oauthError(400, 'invalid_request', 'The body must be form encoded');
	if (!isClient(state, request, form)) return oauthError(401, 'invalid_client');
	state.tokens.delete(form.get('token') ?? '');
	return toResponse({ status: 200, body: {} });
}

async function readForm(request: Request): Promise<URLSearchParams | null> {
	const type = request.headers.get('content-type')?.split(';')[0]?.trim();
	return type === 'application/x-www-form-urlencoded' ? new URLSearchParams(await request.text()) : null;
}

/** Client credentials by HTTP Basic or in the form: Discord takes both. */
function isClient(state: StandInState, request: Request, form: URLSearchParams): boolean {
	const header = request.headers.get('authorization') ?? '';
	const given = header.startsWith('Basic ')
		? Buffer.from(header.slice('Basic '.length), 'base64').toString()
		: `${form.get('client_id')}:${form.get('client_secret')}`;
	const wanted = Buffer.from(`${state.guild.clientId}:${state.guild.clientSecret}`);
	return wanted.length === Buffer.byteLength(given) && timingSafeEqual(wanted, Buffer.from(given));
}

const oauthError = (status: number, error: string, description?: string) =>
	toResponse({ status, body: { error, ...(description ? { error_description: description } : {}) } });
const badRequest = (text: string) => page(renderBadRequestPage(text), 400);
const page = (html: string, status: number) =>
	new HttpResponse(html, {
		status,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
		},
	});
