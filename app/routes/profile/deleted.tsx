import { useEffect } from 'react';
import { redirect, useNavigate } from 'react-router';
import { ButtonLink } from '~/app/ui/button.tsx';
import { LogIn } from '~/app/ui/icons.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { Stars } from '~/app/ui/town/scene.tsx';
import { PROFILE_DELETION_REDIRECT_MS } from '~/domain/limits.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { readFlash } from '~/server/http/flash.ts';
import type { Route } from './+types/deleted.ts';
import * as css from './deleted.css.ts';

/** The page after a deletion: it shows the deletion's notice for a second. Without a notice it redirects. */
export function loader({ request, context }: Route.LoaderArgs) {
	if (getRequestFacts(context).authenticated) throw redirect('/profile');
	const flash = readFlash(request);
	if (!flash) throw redirect('/login');
	return { text: flash.title };
}

/** The notice is shown once; a reload of the data would not find it. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [{ title: 'Profile deleted · Townbell' }];

export default function Deleted({ loaderData }: Route.ComponentProps) {
	const navigate = useNavigate();
	useEffect(() => {
		const timer = setTimeout(() => void navigate('/login', { replace: true }), PROFILE_DELETION_REDIRECT_MS);
		return () => clearTimeout(timer);
	}, [navigate]);
	return (
		<main className={css.page}>
			<Stars />
			<noscript>
				<meta httpEquiv="refresh" content={`${PROFILE_DELETION_REDIRECT_MS / 1_000};url=/login`} />
			</noscript>
			<div className={css.text}>
				<h1>Goodbye</h1>
				<Notice tone="success">{loaderData.text}</Notice>
				<ButtonLink to="/login" variant="quiet" icon={LogIn}>
					Go to sign-in
				</ButtonLink>
			</div>
		</main>
	);
}
