import { Form, useLocation } from 'react-router';
import { ButtonLink, getButtonClass, IconButton } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { ExternalLink, MessagesSquare, Moon, Sun } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { Logo } from '~/app/ui/town/logo.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import type { FailedSignIn } from '~/server/auth/sign-in.ts';
import * as css from './sign-in-screen.css.ts';

export type SignInScreenProps = {
	error?: FailedSignIn | null;
	communityName: string;
	gameName: string;
	joinUrl: string | undefined;
	/** Where to go after sign-in; an address of this site. */
	redirectTo?: string | null;
};

/** Renders the sign-in page: the sign-in button, and a link for visitors who are not in the community yet. */
export function SignInScreen({ error, communityName, gameName, joinUrl, redirectTo }: SignInScreenProps) {
	const joinFirst = error?.needsToJoin && joinUrl;
	return (
		<div className={css.page}>
			<Scene name="sign-in" fill />
			<ThemeToggle />
			<main className={css.card}>
				<div className={css.logo}>
					<Logo size="signIn" />
				</div>
				<p className={css.name}>
					<Name>Townbell</Name>
				</p>
				<h1 className={css.title}>Sign in to your account</h1>
				{error ? (
					<Notice
						tone="error"
						title={error.headline ? `${error.headline}.` : error.message}
						className={css.error}
					>
						{error.headline && `${error.message} `}
						{error.reason && <span className={css.reason}>{error.reason}</span>}
					</Notice>
				) : (
					<p className={css.purpose}>
						<Name>{communityName}</Name> plans its <Name>{gameName}</Name> nights here.
					</p>
				)}
				{joinFirst && (
					<a
						href={joinUrl}
						rel="noopener noreferrer"
						className={getButtonClass({ variant: 'primary', size: 'large', wide: true }, css.joinFirst)}
					>
						{JOIN}
						<Icon icon={ExternalLink} />
					</a>
				)}
				<ButtonLink
					to={buildSignInAddress(redirectTo)}
					reloadDocument
					variant={joinFirst ? 'secondary' : 'primary'}
					size="large"
					wide
					icon={MessagesSquare}
				>
					Continue with Discord
				</ButtonLink>
				<p className={css.note}>
					You need to be a member of the Discord server of <Name>{communityName}</Name> and hold the required
					role.
				</p>
				{!joinFirst && <Newcomers communityName={communityName} joinUrl={joinUrl} />}
			</main>
		</div>
	);
}

const JOIN = 'Learn More & Join Us';

function buildSignInAddress(redirectTo: string | null | undefined): string {
	if (!redirectTo) return '/api/auth/discord';
	return `/api/auth/discord?${new URLSearchParams({ redirectTo })}`;
}

function Newcomers({ communityName, joinUrl }: { communityName: string; joinUrl: string | undefined }) {
	return (
		<section className={css.newcomers} aria-labelledby="newcomers">
			<h2 id="newcomers" className={css.newcomersTitle}>
				New in town?
			</h2>
			{joinUrl ? (
				<>
					<p className={css.newcomersText}>Come and meet us first. Beginners are welcome.</p>
					<a href={joinUrl} rel="noopener noreferrer" className={getButtonClass({ wide: true }, css.join)}>
						{JOIN}
						<Icon icon={ExternalLink} />
					</a>
				</>
			) : (
				<p className={css.newcomersText}>
					Ask a member of <Name>{communityName}</Name> for an invitation. Beginners are welcome.
				</p>
			)}
		</section>
	);
}

function ThemeToggle() {
	const isDark = useTheme() === 'dark';
	const { pathname, search } = useLocation();
	return (
		<Form method="post" action="/theme" replace className={css.toggle}>
			<input type="hidden" name="theme" value={isDark ? 'light' : 'dark'} />
			<input type="hidden" name="redirectTo" value={pathname + search} />
			<IconButton
				icon={isDark ? Sun : Moon}
				label={isDark ? 'Switch to the light theme' : 'Switch to the dark theme'}
				edge
			/>
		</Form>
	);
}
