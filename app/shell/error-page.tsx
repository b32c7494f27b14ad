import { useLocation } from 'react-router';
import { ButtonLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { EmptyState } from '~/app/ui/empty-state.tsx';
import { ArrowLeft, LogIn, RotateCw } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import * as css from './error-page.css.ts';
import { getErrorText } from './error-texts.ts';

export type ErrorPageProps = {
	status: number;
	/** Replaces the title of the status, for example 'Event not found'. */
	title?: string;
	/** The refusal's text; shown below the status's own sentence, or in its place when both are the same. */
	text?: string;
};

/** Renders the page of an error (missing, not allowed, or failed): the sleeping town and links to go on. */
export function ErrorPage({ status, title, text }: ErrorPageProps) {
	const defaults = getErrorText(status);
	const { pathname, search } = useLocation();
	const signIn = status === 401;
	return (
		<div className={joinClasses(wrap, css.place)}>
			<EmptyState
				level={1}
				title={title ?? defaults.title}
				drawing={<Scene name="asleep" fill />}
				text={<ErrorDetails defaultText={title ? '' : defaults.text} text={text} />}
				action={
					<>
						{defaults.retry && (
							<ButtonLink to={pathname + search} reloadDocument icon={RotateCw}>
								Try again
							</ButtonLink>
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
