import { Form, isRouteErrorResponse, useLocation } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { ArrowLeft, LogIn, RotateCw } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { Scene, Stars } from '~/app/ui/town/scene.tsx';
import { DAMAGED_PAGE, isDamagedPage, useReloadOfDamagedPage } from './damaged-page.ts';
import * as css from './error-page.css.ts';
import { getErrorText } from './error-texts.ts';
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

/** Returns what an error page shows of an error that the router caught. */
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
		<div className={joinClasses(wrap, css.place)}>
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
			{detail && <p className={defaultText ? css.detail : undefined}>{detail}</p>}
		</>
	);
}

/** Renders an error page without a frame, for errors above the shell. */
export function ErrorScreen(props: ErrorPageProps) {
	return (
		<main id="main" className={css.standalone}>
			<Stars />
			<ErrorPage {...props} />
		</main>
	);
}
