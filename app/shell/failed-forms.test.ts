import { expect, test } from 'vitest';
import { fetcherInstrumentation, keepPageOfFailedForm } from './failed-forms.ts';

type Results = Awaited<ReturnType<Parameters<typeof keepPageOfFailedForm>[1]>>;

const toForm = (intent: string) => new URLSearchParams({ intent });

/** Sends a form through the middleware. Returns what its sender gets when the action at `address` ends with `result`. */
async function send(intent: string, result: Results[string], address = '/events/1'): Promise<unknown> {
	const request = new Request(`http://localhost${address}`, { method: 'POST', body: toForm(intent) });
	const run = keepPageOfFailedForm({ request } as never, async () => ({ 'routes/event': result }));
	const results = (await run) as Results;
	return Reflect.get(Object(results['routes/event']?.result), 'data');
}
const respond = (intent: string, data: unknown) =>
	send(intent, { type: 'data', result: { type: 'DataWithResponseInit', data } });
const fail = (intent: string, address?: string) =>
	send(intent, { type: 'error', result: new TypeError('Failed to fetch') }, address);

/** Starts a fetcher's request and returns the function that ends it. */
function startFetcher(intent: string, fetcherKey: string): () => Promise<void> {
	const form = new FormData();
	form.set('intent', intent);
	let end: () => void = () => undefined;
	let ended = Promise.resolve();
	fetcherInstrumentation.router?.({
		instrument: ({ fetch }) => {
			const sent = new Promise<never>((resolve) => {
				end = () => resolve({} as never);
			});
			ended = fetch?.(() => sent, { formData: form, fetcherKey } as never) ?? ended;
		},
	});
	return () => {
		end();
		return ended;
	};
}

test('a failed navigation keeps the last data of the navigations, whatever their form was', async () => {
	await respond('keep', { selection: '1' });
	expect(await fail('signups.deleteMany')).toEqual({ selection: '1' });
});

const refuse = (intent: string, data: unknown) =>
	send(intent, { type: 'data', result: { type: 'DataWithResponseInit', data, init: { status: 409 } } });

test('a failed fetcher keeps the refusal of its own form, and not that of another', async () => {
	startFetcher('signups.put', 'bar');
	await refuse('signups.put', { error: 'Taken' });
	expect(await fail('signups.put')).toEqual({ error: 'Taken' });
	startFetcher('signups.remove', 'bar');
	expect(await fail('signups.remove')).toBeNull();
});

test('a failed navigation keeps the selection of a form that was refused', async () => {
	await refuse('signups.updateMany', { selection: '1' });
	expect(await fail('keep')).toEqual({ selection: '1' });
});

test('a failed navigation gets nothing of another page of the same route', async () => {
	await respond('keep', { selection: '1' });
	expect(await fail('keep', '/events/2')).toBeNull();
});

test('a failed navigation gets nothing of a form that was refused before another one has led on', async () => {
	await refuse('calendar.renewLink', { error: 'Taken' });
	await send('calendar.renewLink', { type: 'error', result: Response.redirect('http://localhost/events/1') });
	expect(await fail('calendar.revokeLink')).toBeNull();
});

test('a failed fetcher gets nothing of another form, also when its first request was replaced by a second', async () => {
	const endFirst = startFetcher('groups.autoSplit', 'splitter');
	startFetcher('groups.autoSplit', 'splitter');
	await endFirst();
	expect(await fail('groups.autoSplit')).toBeNull();
});

test('a failed fetcher keeps its own last data', async () => {
	startFetcher('preferences.save', 'preferences');
	await respond('preferences.save', { notes: 'mine' });
	startFetcher('preferences.save', 'preferences');
	expect(await fail('preferences.save')).toEqual({ notes: 'mine' });
});
