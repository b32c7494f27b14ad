import { RouterContextProvider } from 'react-router';
import { admitRequest } from '~/server/http/admit-request.ts';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { TEST_APP_URL } from './environment.ts';

export type Handler = (args: never) => unknown;

export type TestRequest = {
	path: string;
	params?: Record<string, string>;
	/** The loaders of the routes of a page, or the one action of a form. */
	handlers: readonly Handler[];
	init?: RequestInit | undefined;
};

/** Runs a request of the session `session`: its middleware, then its route's handlers. It renders no page. */
export async function runRequest(
	session: string,
	{ path, params = {}, handlers, init }: TestRequest,
): Promise<void> {
	const url = new URL(path, TEST_APP_URL);
	const request = new Request(url, init);
	request.headers.set('Cookie', `session=${session}`);
	const facts: RequestFacts = {
		id: 'test',
		request,
		now: new Date(),
		clientAddress: '192.0.2.1',
		nonce: '',
		authenticated: null,
		flash: null,
		setCookies: [],
	};
	const context = new RouterContextProvider();
	context.set(factsContext, facts);
	const args = { request, url, context, params, pattern: path } as never;
	await admitRequest(args, async () => {
		await Promise.all(handlers.map((handle) => handle(args)));
		return new Response();
	});
}

/** Returns the request of a form with these fields. */
export const sendForm = (fields: Record<string, string>): RequestInit => ({
	method: 'POST',
	headers: { Origin: TEST_APP_URL },
	body: new URLSearchParams(fields),
});

/** Returns the request of an API call of the session with this body. */
export const sendJson = (
	session: string,
	body: object,
	headers: Record<string, string> = {},
): RequestInit => ({
	method: 'POST',
	headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json', ...headers },
	body: JSON.stringify(body),
});
