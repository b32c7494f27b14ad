import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '~/domain/policy.ts';
import { missing, Refusal } from '~/domain/refusal.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { log } from '../../log.ts';
import { defineOperation, isId, perform, toFieldErrors } from './operation.ts';

useTestEnvironment();

const steps: string[] = [];
const testOperation = defineOperation({
	allow: 'events.create',
	params: ['eventId'],
	input: z.object({ title: z.string('Please enter a title').max(3, 'At most 3 characters') }),
	async handle({ params, input }) {
		steps.push('handle');
		if (params.eventId !== '1') throw missing('Event');
		return input.title;
	},
});

async function runTestOperation(role: 'player' | 'creator' | null, body: unknown, eventId = '1') {
	steps.length = 0;
	const read = () => {
		steps.push('read');
		if (body === 'broken') throw new Refusal('malformed', 'The body is not valid JSON.');
		return body;
	};
	const actor = role && { id: '1', role };
	const kind = await perform(testOperation, { actor, now: new Date(0) }, { params: { eventId }, read }).catch(
		(error) => error.kind,
	);
	return { kind, steps: [...steps] };
}

describe('perform throws the first refusal in the fixed order', () => {
	test.each([
		['no actor, broken body', null, 'broken', '1', { kind: 'unauthenticated', steps: [] }],
		['wrong role, broken body', 'player', 'broken', '9', { kind: 'denied', steps: [] }],
		['broken body, missing event', 'creator', 'broken', '9', { kind: 'malformed', steps: ['read'] }],
		['invalid body, missing event', 'creator', { title: 'long' }, '9', { kind: 'invalid', steps: ['read'] }],
		['missing event', 'creator', { title: 'ok' }, '9', { kind: 'missing', steps: ['read', 'handle'] }],
		['an id with NUL', 'creator', { title: 'ok' }, 'a\0b', { kind: 'missing', steps: ['read'] }],
		['valid request', 'creator', { title: 'ok' }, '1', { kind: 'ok', steps: ['read', 'handle'] }],
	] as const)('%s', async (_, role, body, eventId, expected) => {
		expect(await runTestOperation(role, body, eventId)).toEqual(expected);
	});

	test('returns the error text under the name of the invalid field', async () => {
		const refusal = await perform(
			testOperation,
			{ actor: { id: '1', role: 'admin' }, now: new Date(0) },
			{ params: { eventId: '1' } },
		).catch((error) => error);
		expect(refusal.fields).toEqual({ title: ['Please enter a title'] });
		expect(refusal.message).toBe('Please enter a title');
	});

	test('ignores fields that are not in the schema', async () => {
		expect(await runTestOperation('creator', { title: 'ok', role: 'admin' })).toMatchObject({ kind: 'ok' });
	});
});

test('an operation that takes a second or longer is logged with its name and nothing that was sent', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined);
	const waiting = defineOperation({
		allow: 'events.create',
		input: z.object({ ms: z.number(), title: z.string() }),
		async handle({ input }) {
			vi.advanceTimersByTime(input.ms);
			if (input.title === 'fails') throw missing('Event');
			return 'done';
		},
	});
	const actor = { id: '1', role: 'admin' } as const;
	const run = (ms: number, title: string) =>
		perform(
			waiting,
			{ actor, now: new Date(0) },
			{
				// Reading a slow upload is not the operation's time.
				read: () => {
					vi.advanceTimersByTime(5_000);
					return { ms, title };
				},
			},
		).catch(({ kind }: Refusal) => kind);
	try {
		expect(await run(999, 'typed text')).toBe('done');
		expect(warn.mock.calls).toEqual([]);
		expect(await run(1_000, 'typed text')).toBe('done');
		expect(await run(2_500, 'fails')).toBe('missing');
		expect(warn.mock.calls).toEqual([
			[{ operation: 'events.create', ms: 1_000 }, 'slow operation'],
			[{ operation: 'events.create', ms: 2_500 }, 'slow operation'],
		]);
	} finally {
		vi.useRealTimers();
	}
});

test('a refusal names at most 20 fields, with at most 5 texts each', () => {
	const parsed = z.object({ ids: z.array(z.string('No')), name: z.string() }).safeParse({
		name: 'x',
		ids: new Array(10_000).fill(0),
	});
	const fields = toFieldErrors(parsed.error as z.ZodError);
	expect(Object.keys(fields)).toHaveLength(20);
	expect(fields['ids.19']).toEqual(['No']);
	const issue = { code: 'custom' as const, path: ['__proto__'], message: 'No', input: 0 };
	const repeated = toFieldErrors(new z.ZodError(new Array(100).fill(issue)));
	expect(Object.entries(repeated)).toEqual([['__proto__', ['No', 'No', 'No', 'No', 'No']]]);
});

test('refuses an API token before it reads the body, with the reason', async () => {
	const browserOnly = defineOperation({
		allow: 'tokens.create',
		input: z.object({}),
		handle: async () => 'done',
	});
	const actor = { id: '1', role: 'admin' } as const;
	let reads = 0;
	const run = (context: { actor: Actor; now: Date }) =>
		perform(browserOnly, context, { read: () => ({ reads: ++reads }) }).catch((error: Refusal) => [
			error.kind,
			error.message,
		]);
	const refusal = ['denied', "API tokens can't do this. Sign in with your browser."];
	expect(await run({ actor: { ...actor, isApiToken: true }, now: new Date(0) })).toEqual(refusal);
	expect(reads).toBe(0);
	expect(await run({ actor, now: new Date(0) })).toBe('done');
});

test.each([
	['1', true],
	['999999999999999999', true],
	['9999999999999999999', false],
	['0', false],
	['01', false],
	['-1', false],
	['1e3', false],
	['１', false],
	['', false],
	[undefined, false],
])('isId(%j) returns %s', (value, expected) => expect(isId(value)).toBe(expected));
