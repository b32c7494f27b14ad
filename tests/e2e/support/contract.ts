import { type APIRequestContext, type APIResponse, request as playwrightRequest } from '@playwright/test';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import { type Contract, makeContract } from '~/tests/support/contract.ts';

const known = new Map<string, Promise<Contract>>();

/** Returns the contract of the app at `url`, read from the app's own document once per process. */
export function readContract(url: string): Promise<Contract> {
	const found = known.get(url) ?? fetchContract(url);
	known.set(url, found);
	return found;
}

async function fetchContract(url: string): Promise<Contract> {
	const client = await playwrightRequest.newContext({ baseURL: url });
	try {
		return makeContract((await (await client.get('/api/openapi.json')).json()) as OpenApiDocument);
	} finally {
		await client.dispose();
	}
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'fetch'] as const;

/**
 * Returns a client that checks every JSON response of /api against the app's own document. It throws when a
 * response breaks the document.
 */
export function underContract(client: APIRequestContext, url: string): APIRequestContext {
	return new Proxy(client, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (typeof value !== 'function') return value;
			if (!METHODS.includes(name as (typeof METHODS)[number])) return value.bind(target);
			return async (address: string, options: { method?: string } = {}) => {
				const answer = (await value.call(target, address, options)) as APIResponse;
				const method = (name === 'fetch' ? (options.method ?? 'GET') : String(name)).toUpperCase();
				await holdToContract(url, method, answer);
				return answer;
			};
		},
	});
}

/** Throws unless the document allows this response of /api. */
async function holdToContract(url: string, method: string, answer: APIResponse): Promise<void> {
	const { pathname } = new URL(answer.url());
	if (!pathname.startsWith('/api/') || !answer.headers()['content-type']?.includes('json')) return;
	const { judge } = await readContract(url);
	const fault = judge(method, pathname, answer.status(), await answer.json().catch(() => null));
	if (fault) throw new Error(`The API broke its word: ${fault}`);
}
