import { redirect } from 'react-router';
import { findText } from '~/app/shell/form-text.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { themeSchema } from '~/domain/users/schema.ts';
import { toSafeRedirect } from '~/server/auth/redirect-to.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import { createUnknownFormError, readPageForm, submit } from '~/server/http/responses.ts';
import { writeThemeCookie } from '~/server/http/viewer-cookies.ts';
import { setTheme } from '~/server/operations/users/index.ts';
import type { Route } from './+types/theme.ts';

/** Switches the theme: in a cookie of this browser, and in the profile of a signed-in user. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readPageForm(request, BODY_LIMITS.tiny, 'theme');
	const { data: theme } = themeSchema.safeParse(form.get('theme'));
	if (!theme) throw createUnknownFormError();
	getRequestFacts(context).setCookies.push(writeThemeCookie(theme));
	if (getActor(context)) await submit(setTheme, context, { read: () => ({ theme }) });
	return redirect(getReturnAddress(findText(form, 'redirectTo') ?? '/'), 303);
}

/** Returns the address where the theme was switched. The sign-in screen keeps its `redirectTo`. */
function getReturnAddress(address: string): string {
	const requested = /^\/login\?redirectTo=([^&]*)$/.exec(address)?.[1];
	if (requested === undefined) return address === '/login' ? address : toSafeRedirect(address);
	const target = new URLSearchParams(`to=${requested}`).get('to');
	return `/login?redirectTo=${encodeURIComponent(toSafeRedirect(target))}`;
}

export const loader = () => redirect('/events');
