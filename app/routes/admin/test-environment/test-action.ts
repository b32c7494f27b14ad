import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { findText, readText } from '~/app/shell/form-text.ts';
import { TEST_FAILURES, type TestAction } from '~/domain/test-environment/texts.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import {
	type FormRefusal,
	guardPage,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { testEnvironment as operations } from '~/server/operations/admin/index.ts';
import type { Operation } from '~/server/operations/kernel/operation.ts';
import { COUNT_ORDER, INITIAL_TEST_FORM, TEST_ADDRESS, type TestForm } from './test-form.ts';

type TestOperation = Operation<string, z.ZodType, { message: string }>;

const OPERATIONS: Record<Exclude<TestAction, 'testEnvironment.read'>, TestOperation> = {
	'testEnvironment.createUsers': operations.createTestUsers,
	'testEnvironment.createEvent': operations.createTestEvent,
	'testEnvironment.signUpUsers': operations.signUpTestUsers,
	'testEnvironment.clearData': operations.clearTestData,
	'testEnvironment.addPreferences': operations.addTestPreferences,
	'testEnvironment.regeneratePreferences': operations.regenerateTestPreferences,
};

const isTestIntent = (intent: unknown): intent is keyof typeof OPERATIONS =>
	typeof intent === 'string' && Object.hasOwn(OPERATIONS, intent);

/**
 * Runs the action of one of the panel's forms or confirmations. Success redirects to the panel with a message
 * and fresh forms; a refusal returns what was typed. An unknown intent redirects to the panel.
 */
export async function runTestAction(request: Request, context: Readonly<RouterContextProvider>) {
	guardPage(context, 'testEnvironment.read');
	const form = await readPageForm(request);
	const intent = form.get('intent');
	if (!isTestIntent(intent)) return redirectAfterForm(context, TEST_ADDRESS);
	const testForm = readTestForm(form);
	const read = () => ({ ...toBody(testForm), idempotencyKey: form.get('key') });
	const { result, refusal } = await tryOperation(OPERATIONS[intent], context, read);
	if (!refusal) return redirectAfterForm(context, TEST_ADDRESS, { tone: 'success', title: result.message });
	const { error: text, fieldErrors } = refusal;
	const formRefusal = { action: intent, title: TEST_FAILURES[intent], text, fieldErrors };
	return data({ ...testForm, refusal: formRefusal }, { status: refusal.status });
}

/**
 * Returns an operation's result or its refusal. An unexpected error also becomes a refusal, which the panel's
 * banner shows, and both are logged (spec, section 8).
 */
export async function tryOperation<Result>(
	operation: Operation<string, z.ZodType, Result>,
	context: Readonly<RouterContextProvider>,
	read?: () => unknown,
): Promise<{ result: Result; refusal: null } | { result: null; refusal: OperationRefusal }> {
	const { id: requestId } = getRequestFacts(context);
	try {
		const response = await submit(operation, context, read ? { read } : {});
		if (response.refusal)
			log().warn(
				{ operation: operation.allow, error: response.refusal.error, requestId },
				'test action refused',
			);
		return response;
	} catch (error) {
		// Error pages (no session, no permission) are thrown as responses, not as Errors.
		if (!(error instanceof Error)) throw error;
		log().error({ err: error, requestId }, 'request failed');
		return {
			result: null,
			refusal: { status: 500, error: 'Something went wrong on our side.', fieldErrors: {} },
		};
	}
}

type OperationRefusal = Pick<FormRefusal, 'status' | 'error' | 'fieldErrors'>;

function readTestForm(form: FormData): TestForm {
	const counts = { ...INITIAL_TEST_FORM.counts };
	for (const status of COUNT_ORDER) counts[status] = findText(form, status) ?? counts[status];
	return {
		title: readText(form, 'title'),
		description: readText(form, 'description'),
		daysFromNow: findText(form, 'daysFromNow') ?? INITIAL_TEST_FORM.daysFromNow,
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
