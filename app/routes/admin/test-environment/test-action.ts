import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { readFormValues } from '~/app/shell/form-values.ts';
import { FAILURES } from '~/domain/failures.ts';
import { mapStatuses } from '~/domain/signups/statuses.ts';
import type { TestAction } from '~/domain/test-environment/texts.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import {
	asErrorPage,
	type FormRefusal,
	guardPage,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { testEnvironment as operations, requireTestEnvironment } from '~/server/operations/admin/index.ts';
import type { Operation } from '~/server/operations/kernel/operation.ts';
import { INITIAL_TEST_VALUES, TEST_ADDRESS, type TestForm, type TestValues } from './test-form.ts';

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

/** Throws the 403 error page when the viewer may not open the panel or when it is disabled. */
export function guardTestPanel(context: Readonly<RouterContextProvider>): void {
	guardPage(context, 'testEnvironment.read');
	try {
		requireTestEnvironment();
	} catch (error) {
		throw asErrorPage(error);
	}
}

/**
 * Runs the action of one of the panel's forms or confirmations. Success redirects to the panel with a message
 * and fresh forms; a refusal returns what was typed. An unknown intent redirects to the panel.
 */
export async function runTestAction(request: Request, context: Readonly<RouterContextProvider>) {
	guardPage(context, 'testEnvironment.read');
	const form = await readPageForm(request);
	const intent = form.get('intent');
	if (!isTestIntent(intent)) return redirectAfterForm(context, TEST_ADDRESS);
	const sent = hasValues(intent) ? { [intent]: readFormValues(form, INITIAL_TEST_VALUES[intent]) } : {};
	const values: TestValues = { ...INITIAL_TEST_VALUES, ...sent };
	const read = () => ({ ...(hasValues(intent) && toBody(values)[intent]), idempotencyKey: form.get('key') });
	const { result, refusal } = await tryOperation(OPERATIONS[intent], context, read);
	if (!refusal) return redirectAfterForm(context, TEST_ADDRESS, { tone: 'success', title: result.message });
	const { error: text, fieldErrors } = refusal;
	const formRefusal = { action: intent, title: FAILURES[intent], text, fieldErrors };
	return data<TestForm>({ values, refusal: formRefusal }, { status: refusal.status });
}

/** Returns an operation's result or its refusal, which the panel's banner shows and which is logged (spec, section 8). */
export async function tryOperation<Result>(
	operation: Operation<string, z.ZodType, Result>,
	context: Readonly<RouterContextProvider>,
	read?: () => unknown,
): Promise<{ result: Result; refusal: null } | { result: null; refusal: OperationRefusal }> {
	const response = await submit(operation, context, read ? { read } : {});
	if (response.refusal && response.refusal.kind !== 'failed') {
		const { id: requestId } = getRequestFacts(context);
		log().warn(
			{ operation: operation.allow, error: response.refusal.error, requestId },
			'test action refused',
		);
	}
	return response;
}

type OperationRefusal = Pick<FormRefusal, 'status' | 'error' | 'fieldErrors'>;

const hasValues = (intent: string): intent is keyof TestValues => Object.hasOwn(INITIAL_TEST_VALUES, intent);

/** Returns the operations' inputs. The days and the four counts are converted to integers (spec, section 5). */
function toBody({
	'testEnvironment.createEvent': event,
	'testEnvironment.signUpUsers': { eventId, signupConfig },
}: TestValues) {
	return {
		'testEnvironment.createEvent': { ...event, daysFromNow: toInteger(event.daysFromNow) },
		'testEnvironment.signUpUsers': {
			eventId,
			signupConfig: mapStatuses((status) => toInteger(signupConfig[status])),
		},
	};
}

const toInteger = (text: string) => (/^\s*-?\d+(\.0+)?\s*$/.test(text) ? Math.trunc(Number(text)) : text);
