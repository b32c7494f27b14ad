import { redirect } from 'react-router';
import { errorSentence, redeemSignInToken } from '~/server/auth/sign-in.ts';
import { asErrorPage, seeOther } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import type { Route } from './+types/home.ts';
import { readSignInScreen } from './sign-in-data.ts';
import { SignInScreen } from './sign-in-screen.tsx';

/**
 * `/`: redirects signed-in users to the events and shows others the sign-in screen. `?token=` becomes a
 * session and `?error=` a notice; the redirect removes both from the address (decisions, "Sign-in and
 * sessions").
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const token = url.searchParams.get('token');
	const error = url.searchParams.get('error');
	if (token !== null) return redeem(request, context, token);
	if (error !== null) return refuse(context, error);
	if (factsOf(context).authenticated) throw redirect('/events');
	return readSignInScreen(context, null);
}

async function redeem(request: Request, context: Route.LoaderArgs['context'], token: string): Promise<never> {
	const facts = factsOf(context);
	const redeemed = await redeemSignInToken(request, token, facts.now).catch((error) => {
		throw asErrorPage(error);
	});
	if (!redeemed) return refuse(context, 'token');
	facts.setCookies.push(...redeemed.headers.getSetCookie());
	throw redirect(redeemed.location);
}

function refuse(context: Route.LoaderArgs['context'], code: string): never {
	throw seeOther(context, '/', {
		tone: 'error',
		title: 'Authentication failed. Please try again.',
		text: errorSentence(code) ?? undefined,
	});
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign in · Townbell' }];

export default function Home({ loaderData }: Route.ComponentProps) {
	return <SignInScreen {...loaderData} />;
}
