import { type APIRequestContext, type APIResponse, request as playwrightRequest } from '@playwright/test';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import { type Contract, createContract } from '~/tests/support/contract.ts';
import { toNumericUrl } from './app-process.ts';

const contracts = new Map<string, Promise<Contract>>();

/** Returns the contract of the app at `url`, read from the app's own document once per process. */
export function readContract(url: string): Promise<Contract> {
	const found = contracts.get(url) ?? fetchContract(url);
	contracts.set(url, found);
	return found;
}

async function fetchContract(url: string): Promise<Contract> {
	const client = await playwrightRequest.newContext({ baseURL: toNumericUrl(url) });
	try {
		return createContract((await (await client.get('/api/openapi.json')).json()) as OpenApiDocument);
	} finally {
		await client.dispose();
	}
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'fetch'] as const;

/**
 * Returns a client that checks every JSON response of /api against the app's own document. It throws when a
 * response breaks the document.
 */
export function withContractChecks(client: APIRequestContext, url: string): APIRequestContext {
	return new Proxy(client, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (typeof value !== 'function') return value;
			if (!METHODS.includes(name as (typeof METHODS)[number])) return value.bind(target);
			return async (address: string, options: { method?: string } = {}) => {
				const response = (await value.call(target, address, options)) as APIResponse;
				const method = (name === 'fetch' ? (options.method ?? 'GET') : String(name)).toUpperCase();
				await checkContract(url, method, response);
				return response;
			};
		},
	});
}

/** Throws unless the document allows this response of /api. */
async function checkContract(url: string, method: string, response: APIResponse): Promise<void> {
	const { pathname } = new URL(response.url());
	if (!pathname.startsWith('/api/') || !response.headers()['content-type']?.includes('json')) return;
	const { checkResponse } = await readContract(url);
	const fault = checkResponse(method, pathname, response.status(), await response.json().catch(() => null));
	if (fault) throw new Error(`A response breaks the API document: ${fault}`);
}
