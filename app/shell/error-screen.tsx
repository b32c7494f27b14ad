import { Stars } from '~/app/ui/town/stars.tsx';
import * as css from './error-page.css.ts';
import { ErrorPage, type ErrorPageProps } from './error-page.tsx';

/** Renders an error page without a frame, for errors above the shell. */
export function ErrorScreen(props: ErrorPageProps) {
	return (
		<main id="main" className={css.standalone}>
			<Stars />
			<ErrorPage {...props} />
		</main>
	);
}
