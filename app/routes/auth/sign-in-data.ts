import type { RouterContextProvider } from 'react-router';
import { palettes } from '~/app/ui/town/palette.ts';
import { parseEventAddress } from '~/domain/events/preview.ts';
import { toSafeRedirect } from '~/server/auth/redirect-to.ts';
import { describeSignInError, type FailedSignIn } from '~/server/auth/sign-in.ts';
import { config } from '~/server/config.ts';
import { consumeFlash } from '~/server/http/context.ts';
import type { Flash } from '~/server/http/flash.ts';
import { asErrorPage, redirectAfterForm } from '~/server/http/responses.ts';
import { readLinkPreview } from '~/server/operations/events/index.ts';
import { PICTURE_SIZE, toPicturePath } from '../previews/picture.ts';
import type { PageLinkPreview } from './link-preview-meta.ts';

export type SignInData = {
	error: FailedSignIn | null;
	communityName: string;
	gameName: string;
	joinUrl: string | undefined;
	redirectTo: string | null;
	preview: PageLinkPreview;
};

/**
 * Returns the data of the sign-in screen: the last failure, the community, the address after sign-in, and the link
 * preview of that address. Throws an error page (503) when the database does not respond.
 */
export async function readSignInScreen(
	context: Readonly<RouterContextProvider>,
	redirectTo: string | null,
): Promise<SignInData> {
	const flash = consumeFlash(context);
	const { APP_URL, COMMUNITY_NAME, GAME_NAME } = config();
	const eventId = parseEventAddress(redirectTo ?? '');
	const { title, description, litWindows } = await readLinkPreview(eventId).catch((error) => {
		throw asErrorPage(error);
	});
	return {
		error: flash?.tone === 'error' ? toFailedSignIn(flash) : null,
		gameName: GAME_NAME,
		communityName: COMMUNITY_NAME,
		joinUrl: config().COMMUNITY_JOIN_URL,
		redirectTo,
		preview: {
			title,
			description,
			siteName: COMMUNITY_NAME,
			color: palettes.dark.page,
			url: new URL(eventId === null ? '/' : `/events/${eventId}`, APP_URL).href,
			picture: { ...PICTURE_SIZE, url: new URL(toPicturePath(litWindows), APP_URL).href },
		},
	};
}

const toFailedSignIn = ({ signInError, title, text }: Flash): FailedSignIn =>
	signInError === undefined
		? { headline: null, message: title, reason: text ?? null, needsToJoin: false }
		: describeSignInError(signInError);

/** Returns the page to open after the sign-in, or null when the address names none. */
export function readRedirectTo(url: URL): string | null {
	const requested = url.searchParams.get('redirectTo');
	return requested === null ? null : toSafeRedirect(requested);
}

/** Throws the redirect to the sign-in screen with the reason (spec, section 4). Signing in leads to `redirectTo`. */
export function redirectWithSignInError(
	context: Readonly<RouterContextProvider>,
	code: string,
	redirectTo: string | null,
): never {
	const address = redirectTo === null ? '/' : `/?${new URLSearchParams({ redirectTo })}`;
	throw redirectAfterForm(context, address, {
		tone: 'error',
		title: describeSignInError(code).message,
		signInError: code.slice(0, 50),
	});
}
