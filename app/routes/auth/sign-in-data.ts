import type { RouterContextProvider } from 'react-router';
import { describeSignInError } from '~/server/auth/sign-in.ts';
import { config } from '~/server/config.ts';
import { consumeFlash } from '~/server/http/context.ts';
import { redirectAfterForm } from '~/server/http/responses.ts';

export type SignInData = {
	error: { message: string; reason: string | null } | null;
	communityName: string;
	joinUrl: string | undefined;
	redirectTo: string | null;
};

/** Returns the data of the sign-in screen: the last failure, the community, and the address after sign-in. */
export function readSignInScreen(
	context: Readonly<RouterContextProvider>,
	redirectTo: string | null,
): SignInData {
	const flash = consumeFlash(context);
	return {
		error: flash?.tone === 'error' ? { message: flash.title, reason: flash.text ?? null } : null,
		communityName: config().COMMUNITY_NAME,
		joinUrl: config().COMMUNITY_JOIN_URL,
		redirectTo,
	};
}

/** Throws the redirect to the sign-in screen that shows why the sign-in failed (spec, section 4). */
export function redirectWithSignInError(context: Readonly<RouterContextProvider>, code: string): never {
	throw redirectAfterForm(context, '/', {
		tone: 'error',
		title: 'Authentication failed. Please try again.',
		text: describeSignInError(code) ?? undefined,
	});
}
