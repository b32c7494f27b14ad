import { redirect } from 'react-router';
import { findText } from '~/app/shell/form-text.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { themeSchema } from '~/domain/people/schema.ts';
import { safeRedirectTo } from '~/server/auth/redirect-to.ts';
import { receiveForm, submit } from '~/server/http/answers.ts';
import { actorOf, factsOf } from '~/server/http/context.ts';
import { writeThemeCookie } from '~/server/http/preferences.ts';
import { setTheme } from '~/server/operations/users/index.ts';
import type { Route } from './+types/theme.ts';

/** Switches the theme: in a cookie of this browser, and in the profile of a signed-in user. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await receiveForm(request, BODY_LIMITS.tiny);
	const theme = themeSchema.catch('dark').parse(form.get('theme'));
	factsOf(context).setCookies.push(writeThemeCookie(theme));
	if (actorOf(context)) await submit(setTheme, context, { read: () => ({ theme }) });
	return redirect(backTo(findText(form, 'redirectTo') ?? '/'), 303);
}

/** Returns the address where the theme was switched. The sign-in screen keeps its `redirectTo`. */
function backTo(address: string): string {
	const wanted = /^\/login\?redirectTo=([^&]*)$/.exec(address)?.[1];
	if (wanted === undefined) return address === '/login' ? address : safeRedirectTo(address);
	const target = new URLSearchParams(`to=${wanted}`).get('to');
	return `/login?redirectTo=${encodeURIComponent(safeRedirectTo(target))}`;
}

export const loader = () => redirect('/events');
