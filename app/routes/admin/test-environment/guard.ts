import type { RouterContextProvider } from 'react-router';
import { asErrorPage, guardPage } from '~/server/http/responses.ts';
import { requireTestEnvironment } from '~/server/operations/admin/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';

/**
 * Returns the form key of a confirmation. Throws the 403 error page when the viewer may not open the panel or
 * when it is disabled.
 */
export function guardTestPanel(context: Readonly<RouterContextProvider>): { formKey: string } {
	guardPage(context, 'testEnvironment.read');
	try {
		requireTestEnvironment();
	} catch (error) {
		throw asErrorPage(error);
	}
	return { formKey: createFormKey() };
}
