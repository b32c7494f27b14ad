import { redirect } from 'react-router';
import { redeemSignInToken } from '~/server/auth/sign-in.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { writeFlash } from '~/server/http/flash.ts';
import { asErrorPage } from '~/server/http/responses.ts';
import type { Route } from './+types/home.ts';
import { listSignInMeta } from './link-preview-meta.ts';
import { readRedirectTo, readSignInScreen, redirectWithSignInError } from './sign-in-data.ts';
import { SignInScreen } from './sign-in-screen.tsx';

/**
 * `/`: redirects signed-in users to the events and shows others the sign-in screen. `?token=` becomes a session and
 * `?error=` a notice; the redirect removes both from the address (decision 0002). `?redirectTo=` is the page to open
 * after the sign-in, also after one that failed.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const token = url.searchParams.get('token');
	const error = url.searchParams.get('error');
	if (token !== null) return redeemToken(request, context, token);
	const redirectTo = readRedirectTo(url);
	if (error !== null) return redirectWithSignInError(context, error, redirectTo);
	if (getRequestFacts(context).authenticated) throw redirect(redirectTo ?? '/events');
	return readSignInScreen(context, redirectTo);
}

async function redeemToken(
	request: Request,
	context: Route.LoaderArgs['context'],
	token: string,
): Promise<never> {
	const facts = getRequestFacts(context);
	const redeemed = await redeemSignInToken(request, token, facts.now).catch((error) => {
		throw asErrorPage(error);
	});
	if (!redeemed) {
		// The address is loaded again, after a restart or a reload.
		if (facts.authenticated) throw redirect('/events');
		return redirectWithSignInError(context, 'token', null);
	}
	facts.setCookies.push(...redeemed.headers.getSetCookie());
	if (redeemed.isFirst)
		facts.setCookies.push(writeFlash({ tone: 'info', title: 'Welcome!', isFirstVisit: true }));
	throw redirect(redeemed.location);
}

export const meta: Route.MetaFunction = ({ loaderData }) => listSignInMeta(loaderData?.preview);

export default function Home({ loaderData }: Route.ComponentProps) {
	return <SignInScreen {...loaderData} />;
}
