import { redirect } from 'react-router';
import { getRequestFacts } from '~/server/http/context.ts';
import type { Route } from './+types/login.ts';
import { listSignInMeta } from './link-preview-meta.ts';
import { readRedirectTo, readSignInScreen, redirectWithSignInError } from './sign-in-data.ts';
import { SignInScreen } from './sign-in-screen.tsx';

/** `/login`: the sign-in screen, with `?error=` as on `/`, for users who are not signed in. */
export function loader({ url, context }: Route.LoaderArgs) {
	const error = url.searchParams.get('error');
	const redirectTo = readRedirectTo(url);
	if (error !== null) redirectWithSignInError(context, error, redirectTo);
	if (getRequestFacts(context).authenticated) throw redirect(redirectTo ?? '/events');
	return readSignInScreen(context, redirectTo);
}

export const meta: Route.MetaFunction = ({ loaderData }) => listSignInMeta(loaderData?.preview);

export default function Login({ loaderData }: Route.ComponentProps) {
	return <SignInScreen {...loaderData} />;
}
