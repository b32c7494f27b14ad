import { useEffect } from 'react';
import { Form, isRouteErrorResponse, useLocation } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { ArrowLeft, LogIn, RotateCw } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { Scene, Stars } from '~/app/ui/town/scene.tsx';
import * as css from './app-shell.css.ts';
import { getFailureTitle } from './failed-forms.ts';

export type ErrorPageProps = {
	status: number;
	/** Replaces the title of the status, for example 'Event not found'. */
	title?: string;
	/** The refusal's text; shown below the status's own sentence, or in its place when both are the same. */
	text?: string;
	/** The form that failed, which the page sends again. */
	form?: readonly (readonly [name: string, value: string])[];
	/** Whether something else than React has changed the page, so that it is right once it is loaded again. */
	isDamaged?: boolean;
};

export function getErrorDetails(error: unknown): ErrorPageProps {
	if (isRouteErrorResponse(error))
		return { status: error.status, text: error.data?.text, form: error.data?.form };
	return isDamagedPage(error)
		? { status: 500, title: DAMAGED_PAGE.title, text: DAMAGED_PAGE.text, isDamaged: true }
		: { status: 500 };
}

/** Renders the page of an error (missing, not allowed, or failed): the sleeping town and links to go on. */
export function ErrorPage({ status, title, text, form, isDamaged = false }: ErrorPageProps) {
	useReloadOfDamagedPage(isDamaged);
	const defaults = getErrorText(status);
	const { pathname, search } = useLocation();
	const signIn = status === 401;
	const address = pathname + search;
	return (
		<div className={joinClasses(wrap, css.errorPlace)}>
			<EmptyState
				level={1}
				title={title ?? defaults.title}
				drawing={<Scene name="asleep" fill />}
				text={
					form ? (
						<Notice tone="error" title={getFailureTitle(new Map(form).get('intent') ?? '', pathname)}>
							{text} What you entered is still here.
						</Notice>
					) : (
						<ErrorDetails defaultText={title ? '' : defaults.text} text={text} />
					)
				}
				action={
					<>
						{form ? (
							<Form method="post" action={address} reloadDocument>
								{form.map(([name, value], index) => (
									<input key={index} type="hidden" name={name} value={value} />
								))}
								<Button icon={RotateCw}>Send again</Button>
							</Form>
						) : (
							defaults.retry && (
								<ButtonLink to={address} reloadDocument icon={RotateCw}>
									Try again
								</ButtonLink>
							)
						)}
						<ButtonLink
							to={signIn ? '/login' : '/events'}
							reloadDocument={status >= 500}
							icon={signIn ? LogIn : ArrowLeft}
							variant={defaults.retry ? 'quiet' : 'secondary'}
						>
							{signIn ? 'Sign in' : 'Back to Events'}
						</ButtonLink>
					</>
				}
			/>
		</div>
	);
}

function ErrorDetails({ defaultText, text }: { defaultText: string; text?: string }) {
	const detail = text && text !== defaultText ? text : '';
	return (
		<>
			{defaultText && <p>{defaultText}</p>}
			{detail && <p className={defaultText ? css.errorDetail : undefined}>{detail}</p>}
		</>
	);
}

/** Renders an error page without a frame, for errors above the shell. */
export function ErrorScreen(props: ErrorPageProps) {
	return (
		<main id="main" className={css.errorStandalone}>
			<Stars />
			<ErrorPage {...props} />
		</main>
	);
}

const DAMAGED_PAGE = {
	title: 'This page was changed',
	text: 'A translator or an extension has changed it. Please load it again.',
} as const;

const KEY = 'damaged-page';
const RELOAD_PAUSE_MS = 60_000;

/**
 * Returns whether React could not change the page, because an extension or a translator has moved its elements. The page's
 * data and its code are right.
 */
const isDamagedPage = (error: unknown): boolean =>
	error instanceof DOMException && ['NotFoundError', 'HierarchyRequestError'].includes(error.name);

/**
 * Loads a damaged page again instead of showing its error. A page that is damaged twice within a minute stays, because it
 * would be loaded without end.
 */
function useReloadOfDamagedPage(isDamaged: boolean): void {
	useEffect(() => {
		if (isDamaged && startReload(Date.now())) window.location.reload();
	}, [isDamaged]);
}

/** Returns whether the page may be loaded again, and records that it is. Without storage a loop cannot be noticed. */
function startReload(now: number): boolean {
	try {
		if (now - Number(sessionStorage.getItem(KEY)) < RELOAD_PAUSE_MS) return false;
		sessionStorage.setItem(KEY, String(now));
		return true;
	} catch {
		return false;
	}
}

export type ErrorText = { title: string; text: string; retry?: boolean };

const SERVER_ERROR: ErrorText = {
	title: 'Something went wrong',
	text: 'The error is on our side, and nothing you entered was saved. Please try again in a moment.',
	retry: true,
};
const UNAVAILABLE: ErrorText = {
	title: 'Townbell is temporarily unavailable',
	text: 'Your saved data is safe. Please try again in a moment.',
	retry: true,
};

const TEXTS: Record<number, ErrorText> = {
	400: {
		title: 'That link or form is incomplete',
		text: 'Please go back and try again.',
	},
	401: { title: 'Please sign in', text: 'Your session has ended. Sign in again to continue.' },
	403: { title: 'Access Denied', text: "You don't have permission to access this page." },
	404: { title: 'Page not found', text: 'There is no page at this address.' },
	405: { title: "That doesn't work here", text: 'This address does not take that kind of request.' },
	409: {
		title: 'Someone else changed this',
		text: 'It changed while this page was open, so nothing was saved. Reload the page and try again.',
		retry: true,
	},
	413: { title: 'That is too large', text: 'What you sent is over the size limit. Please send less.' },
	422: { title: 'Something needs fixing', text: 'Please go back and check what you entered.' },
	429: {
		title: 'Too many requests',
		text: 'Please wait a minute and try again.',
		retry: true,
	},
	502: {
		title: "Discord isn't responding",
		text: 'Discord cannot be reached right now. Please try again in a moment.',
		retry: true,
	},
	503: UNAVAILABLE,
	504: UNAVAILABLE,
};

/**
 * Returns the texts of an error page. An unknown status from 500 on is described as our error, any other as
 * the request's.
 */
export function getErrorText(status: number): ErrorText {
	return TEXTS[status] ?? (status >= 400 && status < 500 ? (TEXTS[400] ?? SERVER_ERROR) : SERVER_ERROR);
}
