import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { renderAuthorizePage, renderBadRequestPage } from './authorize-page.ts';
import { toResponse } from './responses.ts';
import { withSwitches } from './route.ts';
import type { StandInState } from './state.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const TOKEN_LIFETIME_SECONDS = 604_800;
const KNOWN_SCOPES = ['identify', 'guilds', 'guilds.members.read', 'email', 'openid'];

/** Creates the handlers of Discord's sign-in: the authorization page and the two token endpoints. */
export function createOAuthHandlers(
	state: StandInState,
	authorizeUrl: string,
	apiUrl: string,
): HttpHandler[] {
	return [
		http.get(authorizeUrl, ({ request }) =>
			withSwitches(state, 'GET /oauth2/authorize', request, () =>
				authorize(state, new URL(request.url).searchParams),
			),
		),
		http.post(`${apiUrl}/v10/oauth2/token`, ({ request }) =>
			withSwitches(state, 'POST /oauth2/token', request, () => grantToken(state, request)),
		),
		http.post(`${apiUrl}/v10/oauth2/token/revoke`, ({ request }) =>
			withSwitches(state, 'POST /oauth2/token/revoke', request, () => revokeToken(state, request)),
		),
	];
}

function authorize(state: StandInState, query: URLSearchParams): Response {
	const redirectUri = query.get('redirect_uri') ?? '';
	if (query.get('client_id') !== state.guild.clientId) return createBadRequestResponse('Unknown Application');
	// A redirect to an unregistered address would give the code to a third party.
	if (!state.redirectUris.has(redirectUri)) return createBadRequestResponse('Invalid OAuth2 redirect_uri');
	const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
	const redirectBack = (result: Record<string, string>) => {
		const location = new URL(redirectUri);
		for (const [key, value] of Object.entries(result)) location.searchParams.set(key, value);
		location.searchParams.set('state', query.get('state') ?? '');
		return new HttpResponse(null, { status: 302, headers: { Location: location.href } });
	};
	if (query.get('response_type') !== 'code') return redirectBack({ error: 'unsupported_response_type' });
	if (scopes.length === 0 || scopes.some((scope) => !KNOWN_SCOPES.includes(scope)))
		return redirectBack({ error: 'invalid_scope' });
	if (!query.get('state')) return createBadRequestResponse('This application must send a state');
	const codeChallenge = query.get('code_challenge') ?? '';
	if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
		return createBadRequestResponse('This application must send an S256 code_challenge');
	}
	if (query.has('cancel')) {
		return redirectBack({
			error: 'access_denied',
			error_description: 'The resource owner or authorization server denied the request',
		});
	}
	const userId = query.get('persona');
	if (userId === null) return createPageResponse(renderAuthorizePage(state, query), 200);
	if (!state.users.has(userId)) return createBadRequestResponse('Unknown persona');
	const code = randomBytes(15).toString('base64url');
	const expiresAt = state.now().getTime() + CODE_LIFETIME_MS;
	state.codes.set(code, { userId, redirectUri, scope: scopes.join(' '), codeChallenge, expiresAt });
	return redirectBack({ code });
}

async function grantToken(state: StandInState, request: Request): Promise<Response> {
	const form = await parseForm(request);
	if (!form) return createOAuthError(400, 'invalid_request', 'The body must be form encoded');
	if (!hasClientCredentials(state, request, form)) return createOAuthError(401, 'invalid_client');
	if (form.get('grant_type') === 'client_credentials') return grantToOwner(state, form.get('scope') ?? '');
	if (form.get('grant_type') !== 'authorization_code') return createOAuthError(400, 'unsupported_grant_type');
	const code = form.get('code') ?? '';
	const authorization = state.codes.get(code);
	// A code can be used once, even when another parameter is invalid.
	state.codes.delete(code);
	const challenge = createHash('sha256')
		.update(form.get('code_verifier') ?? '')
		.digest('base64url');
	const isValid =
		authorization !== undefined &&
		authorization.expiresAt > state.now().getTime() &&
		authorization.redirectUri === form.get('redirect_uri') &&
		authorization.codeChallenge === challenge;
	if (!isValid) return createOAuthError(400, 'invalid_grant', 'Invalid "code" in request.');
	const token = createAccessToken(state, authorization.userId, authorization.scope);
	return toResponse({
		status: 200,
		body: { ...token, refresh_token: randomBytes(24).toString('base64url') },
	});
}

/** Discord's client credentials grant: a token of the application's owner, which is the first account here. */
function grantToOwner(state: StandInState, scope: string): Response {
	const [ownerId = ''] = state.users.keys();
	if (!KNOWN_SCOPES.includes(scope)) return createOAuthError(400, 'invalid_scope');
	return toResponse({ status: 200, body: createAccessToken(state, ownerId, scope) });
}

function createAccessToken(state: StandInState, userId: string, scope: string) {
	const accessToken = randomBytes(24).toString('base64url');
	const expiresAt = state.now().getTime() + TOKEN_LIFETIME_SECONDS * 1000;
	state.tokens.set(accessToken, { userId, scope, expiresAt });
	return { token_type: 'Bearer', access_token: accessToken, expires_in: TOKEN_LIFETIME_SECONDS, scope };
}

async function revokeToken(state: StandInState, request: Request): Promise<Response> {
	const form = await parseForm(request);
	if (!form) return createOAuthError(400, 'invalid_request', 'The body must be form encoded');
	if (!hasClientCredentials(state, request, form)) return createOAuthError(401, 'invalid_client');
	state.tokens.delete(form.get('token') ?? '');
	return toResponse({ status: 200, body: {} });
}

async function parseForm(request: Request): Promise<URLSearchParams | null> {
	const type = request.headers.get('content-type')?.split(';')[0]?.trim();
	return type === 'application/x-www-form-urlencoded' ? new URLSearchParams(await request.text()) : null;
}

/** Whether the client credentials are valid. Discord accepts them by HTTP Basic or in the form. */
function hasClientCredentials(state: StandInState, request: Request, form: URLSearchParams): boolean {
	const header = request.headers.get('authorization') ?? '';
	const received = header.startsWith('Basic ')
		? Buffer.from(header.slice('Basic '.length), 'base64').toString()
		: `${form.get('client_id')}:${form.get('client_secret')}`;
	const expected = Buffer.from(`${state.guild.clientId}:${state.guild.clientSecret}`);
	return expected.length === Buffer.byteLength(received) && timingSafeEqual(expected, Buffer.from(received));
}

const createOAuthError = (status: number, error: string, description?: string) =>
	toResponse({ status, body: { error, ...(description ? { error_description: description } : {}) } });
const createBadRequestResponse = (text: string) => createPageResponse(renderBadRequestPage(text), 400);
const createPageResponse = (html: string, status: number) =>
	new HttpResponse(html, {
		status,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
		},
	});
