import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Actor } from '~/domain/policy.ts';
import { missing, Refusal } from '~/domain/refusal.ts';
import { fieldErrorsOf, isId, operation, perform } from './operation.ts';

const steps: string[] = [];
const probe = operation({
	allow: 'events.create',
	params: ['eventId'],
	input: z.object({ title: z.string('Please enter a title').max(3, 'At most 3 characters') }),
	async handle({ params, input }) {
		steps.push('handle');
		if (params.eventId !== '1') throw missing('Event');
		return input.title;
	},
});

async function outcome(role: 'player' | 'creator' | null, body: unknown, eventId = '1') {
	steps.length = 0;
	const read = () => {
		steps.push('read');
		if (body === 'broken') throw new Refusal('malformed', 'The body is not valid JSON.');
		return body;
	};
	const actor = role && { id: '1', role };
	const kind = await perform(probe, { actor, now: new Date(0) }, { params: { eventId }, read }).catch(
		(error) => error.kind,
	);
	return { kind, steps: [...steps] };
}

describe('refusals come in the order of the decisions, whatever else is wrong', () => {
	test.each([
		['nobody, broken body', null, 'broken', '1', { kind: 'unauthenticated', steps: [] }],
		['wrong role, broken body', 'player', 'broken', '9', { kind: 'denied', steps: [] }],
		['broken body, missing event', 'creator', 'broken', '9', { kind: 'malformed', steps: ['read'] }],
		['invalid body, missing event', 'creator', { title: 'long' }, '9', { kind: 'invalid', steps: ['read'] }],
		['missing event', 'creator', { title: 'ok' }, '9', { kind: 'missing', steps: ['read', 'handle'] }],
		['nothing wrong', 'creator', { title: 'ok' }, '1', { kind: 'ok', steps: ['read', 'handle'] }],
	] as const)('%s', async (_, role, body, eventId, expected) => {
		expect(await outcome(role, body, eventId)).toEqual(expected);
	});

	test('the wrong field is named with its text', async () => {
		const refusal = await perform(
			probe,
			{ actor: { id: '1', role: 'admin' }, now: new Date(0) },
			{ params: { eventId: '1' } },
		).catch((error) => error);
		expect(refusal.fields).toEqual({ title: ['Please enter a title'] });
		expect(refusal.message).toBe('Please enter a title');
	});

	test('fields that the schema does not know reach nobody', async () => {
		expect(await outcome('creator', { title: 'ok', role: 'admin' })).toMatchObject({ kind: 'ok' });
	});
});

test('a refusal names at most 20 fields, with at most 5 texts each', () => {
	const wrong = z.object({ ids: z.array(z.string('No')), name: z.string() }).safeParse({
		name: 'x',
		ids: new Array(10_000).fill(0),
	});
	const fields = fieldErrorsOf(wrong.error as z.ZodError);
	expect(Object.keys(fields)).toHaveLength(20);
	expect(fields['ids.19']).toEqual(['No']);
	const issue = { code: 'custom' as const, path: ['__proto__'], message: 'No', input: 0 };
	const same = fieldErrorsOf(new z.ZodError(new Array(100).fill(issue)));
	expect(Object.entries(same)).toEqual([['__proto__', ['No', 'No', 'No', 'No', 'No']]]);
});

test('an API token is refused before the body is read, and told why', async () => {
	const browserOnly = operation({ allow: 'tokens.create', input: z.object({}), handle: async () => 'done' });
	const actor = { id: '1', role: 'admin' } as const;
	let reads = 0;
	const run = (caller: { actor: Actor; now: Date }) =>
		perform(browserOnly, caller, { read: () => ({ reads: ++reads }) }).catch((error: Refusal) => [
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
])('%j names something: %s', (value, names) => expect(isId(value)).toBe(names));
