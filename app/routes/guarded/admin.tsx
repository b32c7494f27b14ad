import { guardPage, seeOther } from '~/server/http/answers.ts';
import type { Route } from './+types/admin.ts';

/** The address of the admin panel and its tools: guarded already, filled by a later release (CHANGELOG). */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'admin.open');
	return seeOther(context, '/events', { tone: 'info', title: 'The admin panel is not open yet.' });
}

/** A refusal needs a page to stand on; a route without a component would answer it bare. */
export default function Guarded() {
	return null;
}
