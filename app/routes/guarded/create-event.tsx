import { guardPage, seeOther } from '~/server/http/answers.ts';
import type { Route } from './+types/create-event.ts';

/** The address of the form for new events: guarded already, filled by a later release (CHANGELOG). */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'events.create');
	return seeOther(context, '/events', { tone: 'info', title: 'Creating events here is not open yet.' });
}

/** A refusal needs a page to stand on; a route without a component would answer it bare. */
export default function Guarded() {
	return null;
}
