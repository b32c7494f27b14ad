import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useFollowedRun } from '~/app/ui/use-followed-run.ts';
import type { TemplateRunView } from '~/server/wire/template-week.ts';
import { TEMPLATE_ADDRESS } from './template-state.ts';

/** Follows a week until it is made, and has the dialog read again then, so that the form opens on the week after it. */
export function useTemplateRun(first: TemplateRunView | null): TemplateRunView | null {
	const { revalidate } = useRevalidator();
	const run = useFollowedRun(first, `${TEMPLATE_ADDRESS}/runs`, ({ result }) => result !== null);
	const isNews = run !== first && run?.result != null;

	useEffect(() => {
		if (isNews) void revalidate();
	}, [isNews, revalidate]);

	return run;
}
