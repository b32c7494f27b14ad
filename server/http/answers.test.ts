import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { denied, missing, Refusal } from '~/domain/refusal.ts';
import type { Authenticated } from '../auth/sessions.ts';
import { operation } from '../operations/kernel/operation.ts';
import { load, submit } from './answers.ts';
import { factsContext } from './context.ts';

const context = new RouterContextProvider();
context.set(factsContext, {
	id: 'request-1',
	now: new Date(),
	nonce: '',
	authenticated: { actor: { id: '1', role: 'admin' } } as Authenticated,
	flash: null,
	setCookies: [],
});

const failing = (error: Error) =>
	operation({ allow: 'events.cancel', input: z.object({}), handle: () => Promise.reject<string>(error) });
const unavailable = new Refusal('unavailable', 'Asleep.');
const FOUND = new Response(null, { status: 303 });

describe('submit', () => {
	it.each([missing('Event'), denied()])('throws an error page for %s', async (refusal) => {
		await expect(submit(failing(refusal), context)).rejects.toMatchObject({
			data: { kind: refusal.kind, text: refusal.message },
		});
	});

	it('returns the refusals that the route asks for, and throws the others', async () => {
		const returns = ['missing'] as const;
		expect(await submit(failing(missing('Event')), context, { returns })).toMatchObject({
			refusal: { kind: 'missing', status: 404, error: 'Event not found' },
		});
		await expect(submit(failing(denied()), context, { returns })).rejects.toMatchObject({
			data: { kind: 'denied' },
		});
		expect(await submit(failing(denied('Not yours.')), context, { returns: ['denied'] })).toMatchObject({
			refusal: { kind: 'denied', status: 403, error: 'Not yours.' },
		});
	});

	it('returns what can be corrected on the page, and passes a fault on', async () => {
		expect(await submit(failing(unavailable), context)).toMatchObject({ refusal: { status: 503 } });
		await expect(submit(failing(new Error('broken')), context)).rejects.toThrow('broken');
	});
});

describe('load', () => {
	it('throws what `ifMissing` makes for a 404, and an error page for any other refusal', async () => {
		const ifMissing = () => FOUND;
		await expect(load(failing(missing('Event')), context, { ifMissing })).rejects.toBe(FOUND);
		await expect(load(failing(missing('Event')), context)).rejects.toMatchObject({ init: { status: 404 } });
		await expect(load(failing(unavailable), context, { ifMissing })).rejects.toMatchObject({
			init: { status: 503 },
		});
	});
});
