import { redirect } from 'react-router';
import { themeSchema } from '~/domain/people/schema.ts';
import { safeRedirectTo } from '~/server/auth/redirect-to.ts';
import { receiveForm, submit } from '~/server/http/answers.ts';
import { actorOf, factsOf } from '~/server/http/context.ts';
import { writeThemeCookie } from '~/server/http/preferences.ts';
import { setTheme } from '~/server/operations/members.ts';
import type { Route } from './+types/theme.ts';

/** Switches the theme: a cookie for this browser, and the profile of whoever is signed in. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await receiveForm(request);
	const theme = themeSchema.catch('dark').parse(form.get('theme'));
	factsOf(context).setCookies.push(writeThemeCookie(theme));
	if (actorOf(context)) await submit(setTheme, context, { read: () => ({ theme }) });
	return redirect(safeRedirectTo(String(form.get('redirectTo') ?? '/')), 303);
}

export const loader = () => redirect('/events');
