import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { denied, missing, Refusal } from '~/domain/refusal.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { createRouteContext } from '~/tests/support/route-context.ts';
import { defineOperation } from '../operations/kernel/operation.ts';
import { load, readFormToResend, submit } from './responses.ts';

useTestEnvironment();

const context = createRouteContext('admin');

const createFailingOperation = (error: Error) =>
	defineOperation({
		allow: 'events.cancel',
		input: z.object({}),
		handle: () => Promise.reject<string>(error),
	});
const unavailable = new Refusal('unavailable', 'Asleep.', { retryAfter: 4.2 });
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
			init: { status: 503, headers: { 'Retry-After': '5' } },
		});
	});
});

describe('readFormToResend', () => {
	const fields = { intent: 'comments.create', body: 'A line' };
	const resend = (
		sent: Record<string, string | File>,
		{ path = '/events/1', origin = TEST_APP_URL, error = unavailable as unknown } = {},
	) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(sent)) body.append(name, value);
		const headers = { Origin: origin };
		return readFormToResend(new Request(TEST_APP_URL + path, { method: 'POST', headers, body }), error);
	};

	it.each([unavailable, new Refusal('tooMany', 'Later.'), new Refusal('upstream', 'Discord.')])(
		'returns the fields after %s',
		async (error) => {
			expect(await resend(fields, { error })).toEqual(Object.entries(fields));
		},
	);

	it('leaves out the file field of a browser without a file', async () => {
		const empty =
			'Content-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream';
		const intent = 'Content-Disposition: form-data; name="intent"\r\n\r\nevents.update';
		const request = new Request(`${TEST_APP_URL}/events/1/edit`, {
			method: 'POST',
			headers: { Origin: TEST_APP_URL, 'Content-Type': 'multipart/form-data; boundary=x' },
			body: `--x\r\n${intent}\r\n--x\r\n${empty}\r\n\r\n\r\n--x--\r\n`,
		});
		expect(await readFormToResend(request, unavailable)).toEqual([['intent', 'events.update']]);
	});

	it.each([
		['of another site', fields, { origin: 'https://elsewhere.example' }],
		['of a script', fields, { path: '/events/1.data' }],
		['with a file', { ...fields, image: new File(['x'], 'x.png') }, {}],
		['without an intent', { body: 'text' }, {}],
		['after an error that stays', fields, { error: denied() }],
		['after an unexpected error', fields, { error: new Error('broken') }],
	])('returns null for a form %s', async (_, sent, options) => {
		expect(await resend(sent, options)).toBeNull();
	});
});
