import type { RouterContextProvider } from 'react-router';
import type { TemplateForm } from '~/domain/events/template-week.ts';
import type { Statistics } from '~/domain/statistics.ts';
import { load } from '~/server/http/answers.ts';
import { hasTestEnvironment, readStatistics } from '~/server/operations/admin/index.ts';
import { readTemplateForm } from '~/server/operations/events/index.ts';

export type Tools = {
	/** The template form as it opens. */
	week: TemplateForm;
	statistics: Statistics;
	hasTestEnvironment: boolean;
};

/** What the panel's tools show before any of them is opened. */
export async function readTools(context: Readonly<RouterContextProvider>): Promise<Tools> {
	const [{ form }, statistics] = await Promise.all([
		load(readTemplateForm, context),
		load(readStatistics, context),
	]);
	return { week: form, statistics, hasTestEnvironment: hasTestEnvironment() };
}
