import type { Calls } from './types.ts';

/** The part of an HTTP client that is needed here: the client of the browser tests. */
type Sender = {
	fetch: (
		address: string,
		options: { method: string; data?: unknown; headers?: Record<string, string> },
	) => Promise<{ status: () => number; text: () => Promise<string> }>;
};

type Options<Key extends keyof Calls> = Part<'params', Calls[Key]['params']> &
	Partial<Pick<Calls[Key], 'query' | 'body'>> & { key?: string };
/** Left out where the call has none. */
type Part<Name extends string, Value> = keyof Value extends never ? object : Record<Name, Value>;

export type CallResponse<Key extends keyof Calls> = { status: number; body: Calls[Key]['response'] };

/**
 * Makes a call of the API by its name and returns the response, typed by the document. Throws when the call
 * is refused; a test that expects a refusal sends the request itself.
 */
export async function call<Key extends keyof Calls>(
	sender: Sender,
	name: Key,
	...[options]: keyof Calls[Key]['params'] extends never ? [Options<Key>?] : [Options<Key>]
): Promise<CallResponse<Key>> {
	const [method = '', path = ''] = name.split(' ');
	const {
		params = {},
		query = {},
		body,
		key,
	} = (options ?? {}) as {
		params?: Record<string, string>;
		query?: Record<string, string>;
		body?: unknown;
		key?: string;
	};
	const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(String(params[id])));
	const search = new URLSearchParams(query).toString();
	const response = await sender.fetch(search ? `${address}?${search}` : address, {
		method,
		...(body === undefined ? {} : { data: body }),
		...(key ? { headers: { 'Idempotency-Key': key } } : {}),
	});
	const text = await response.text();
	if (response.status() >= 300) throw new Error(`${name} returned ${response.status()}: ${text}`);
	return { status: response.status(), body: JSON.parse(text) as Calls[Key]['response'] };
}
