import type { RouterContextProvider } from 'react-router';
import { asErrorPage, guardPage } from '~/server/http/answers.ts';
import { requireTestEnvironment } from '~/server/operations/admin/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';

/** The guard of the panel's questions: 403 also where there is no panel. */
export function guardTestPanel(context: Readonly<RouterContextProvider>): { formKey: string } {
	guardPage(context, 'testEnvironment.read');
	try {
		requireTestEnvironment();
	} catch (error) {
		throw asErrorPage(error);
	}
	return { formKey: makeFormKey() };
}
