import type { RouterContextProvider } from 'react-router';
import { config } from '~/server/config.ts';
import { takeFlash } from '~/server/http/context.ts';

export type SignInData = {
	error: { message: string; reason: string | null } | null;
	communityName: string;
	joinUrl: string | undefined;
	redirectTo: string | null;
};

/** What the sign-in screen shows: why the last try failed, the community, and where to go afterwards. */
export function readSignInScreen(
	context: Readonly<RouterContextProvider>,
	redirectTo: string | null,
): SignInData {
	const flash = takeFlash(context);
	return {
		error: flash?.tone === 'error' ? { message: flash.title, reason: flash.text ?? null } : null,
		communityName: config().COMMUNITY_NAME,
		joinUrl: config().COMMUNITY_JOIN_URL,
		redirectTo,
	};
}
