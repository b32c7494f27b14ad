import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { findText, readText } from '~/app/shell/form-text.ts';
import { TEST_FAILURES, type TestAction } from '~/domain/test-environment/texts.ts';
import { type FormRefusal, guardPage, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { log } from '~/server/log.ts';
import { testEnvironment as operations } from '~/server/operations/admin/index.ts';
import type { Operation } from '~/server/operations/kernel/operation.ts';
import { COUNT_ORDER, FRESH_TEST_FORM, TEST_ADDRESS, type TestForm } from './test-form.ts';

type Changing = Operation<string, z.ZodType, { message: string }>;

const OPERATIONS: Record<Exclude<TestAction, 'testEnvironment.read'>, Changing> = {
	'testEnvironment.createUsers': operations.createTestUsers,
	'testEnvironment.createEvent': operations.createTestEvent,
	'testEnvironment.signUpUsers': operations.signUpTestUsers,
	'testEnvironment.clearData': operations.clearTestData,
	'testEnvironment.addPreferences': operations.addTestPreferences,
	'testEnvironment.regeneratePreferences': operations.regenerateTestPreferences,
};

const isKnown = (intent: unknown): intent is keyof typeof OPERATIONS =>
	typeof intent === 'string' && Object.hasOwn(OPERATIONS, intent);

/**
 * Runs the action of one of the panel's forms or confirmations. Success redirects to the panel with a message
 * and fresh forms; a refusal returns what was typed. An unknown intent redirects to the panel.
 */
export async function runTestAction(request: Request, context: Readonly<RouterContextProvider>) {
	guardPage(context, 'testEnvironment.read');
	const form = await receiveForm(request);
	const intent = form.get('intent');
	if (!isKnown(intent)) return seeOther(context, TEST_ADDRESS);
	const sent = readTestForm(form);
	const read = () => ({ ...toBody(sent), idempotencyKey: form.get('key') });
	const { answer, refusal } = await tryOperation(OPERATIONS[intent], context, read);
	if (!refusal) return seeOther(context, TEST_ADDRESS, { tone: 'success', title: answer.message });
	const { error: text, fieldErrors } = refusal;
	const told = { action: intent, title: TEST_FAILURES[intent], text, fieldErrors };
	return data({ ...sent, refusal: told }, { status: refusal.status });
}

/**
 * Returns an operation's result or its refusal. An unexpected error also becomes a refusal, which the panel's
 * banner shows (spec, section 8); the error itself is logged.
 */
export async function tryOperation<Answer>(
	operation: Operation<string, z.ZodType, Answer>,
	context: Readonly<RouterContextProvider>,
	read?: () => unknown,
): Promise<{ answer: Answer; refusal: null } | { answer: null; refusal: Told }> {
	try {
		return await submit(operation, context, read ? { read } : {});
	} catch (error) {
		// Error pages (no session, no permission) are thrown as responses, not as Errors.
		if (!(error instanceof Error)) throw error;
		log().error({ err: error, requestId: factsOf(context).id }, 'request failed');
		return {
			answer: null,
			refusal: { status: 500, error: 'Something went wrong on our side.', fieldErrors: {} },
		};
	}
}

type Told = Pick<FormRefusal, 'status' | 'error' | 'fieldErrors'>;

function readTestForm(form: FormData): TestForm {
	const counts = { ...FRESH_TEST_FORM.counts };
	for (const status of COUNT_ORDER) counts[status] = findText(form, status) ?? counts[status];
	return {
		title: readText(form, 'title'),
		description: readText(form, 'description'),
		daysFromNow: findText(form, 'daysFromNow') ?? FRESH_TEST_FORM.daysFromNow,
		eventId: readText(form, 'eventId'),
		counts,
		refusal: null,
	};
}

/** Returns the operation's input. The four counts are converted to integers (spec, section 5). */
function toBody({ title, description, daysFromNow, eventId, counts }: TestForm) {
	const signupConfig = Object.fromEntries(COUNT_ORDER.map((status) => [status, toInteger(counts[status])]));
	return { title, description, daysFromNow: toInteger(daysFromNow), eventId, signupConfig };
}

const toInteger = (text: string) => (/^\s*-?\d+(\.0+)?\s*$/.test(text) ? Math.trunc(Number(text)) : text);
