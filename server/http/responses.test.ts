import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { denied, missing, Refusal } from '~/domain/refusal.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import type { Authenticated } from '../auth/sessions.ts';
import { defineOperation } from '../operations/kernel/operation.ts';
import { factsContext } from './context.ts';
import { load, submit } from './responses.ts';

useTestEnvironment();

const context = new RouterContextProvider();
context.set(factsContext, {
	id: 'request-1',
	now: new Date(),
	clientAddress: '',
	nonce: '',
	authenticated: { actor: { id: '1', role: 'admin' } } as Authenticated,
	flash: null,
	setCookies: [],
});

const createFailingOperation = (error: Error) =>
	defineOperation({
		allow: 'events.cancel',
		input: z.object({}),
		handle: () => Promise.reject<string>(error),
	});
const unavailable = new Refusal('unavailable', 'Asleep.');
const REDIRECT = new Response(null, { status: 303 });

describe('submit', () => {
	it.each([missing('Event'), denied()])('throws an error page for %s', async (refusal) => {
		await expect(submit(createFailingOperation(refusal), context)).rejects.toMatchObject({
			data: { kind: refusal.kind, text: refusal.message },
		});
	});

	it('returns the refusals of `returnedKinds` and throws the others', async () => {
		const returnedKinds = ['missing'] as const;
		expect(await submit(createFailingOperation(missing('Event')), context, { returnedKinds })).toMatchObject({
			refusal: { kind: 'missing', status: 404, error: 'Event not found' },
		});
		await expect(submit(createFailingOperation(denied()), context, { returnedKinds })).rejects.toMatchObject({
			data: { kind: 'denied' },
		});
		expect(
			await submit(createFailingOperation(denied('Not yours.')), context, { returnedKinds: ['denied'] }),
		).toMatchObject({
			refusal: { kind: 'denied', status: 403, error: 'Not yours.' },
		});
	});

	it('returns refusals that the user can correct, and unexpected errors without their text', async () => {
		expect(await submit(createFailingOperation(unavailable), context)).toMatchObject({
			refusal: { status: 503 },
		});
		const failed = await submit(createFailingOperation(new Error('broken')), context);
		expect(failed).toMatchObject({ refusal: { kind: 'failed', status: 500 } });
		expect(failed.refusal?.error).not.toContain('broken');
	});
});

describe('load', () => {
	it('throws the response of `ifMissing` for a 404 and an error page for any other refusal', async () => {
		const ifMissing = () => REDIRECT;
		await expect(load(createFailingOperation(missing('Event')), context, { ifMissing })).rejects.toBe(
			REDIRECT,
		);
		await expect(load(createFailingOperation(missing('Event')), context)).rejects.toMatchObject({
			init: { status: 404 },
		});
		await expect(load(createFailingOperation(unavailable), context, { ifMissing })).rejects.toMatchObject({
			init: { status: 503 },
		});
	});
});
