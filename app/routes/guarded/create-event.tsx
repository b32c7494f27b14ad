import { ErrorPage } from '~/app/shell/error-page.tsx';
import { guardPage } from '~/server/http/answers.ts';
import type { Route } from './+types/create-event.ts';

/** The form for new events. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'events.create');
	return null;
}

export const meta: Route.MetaFunction = () => [{ title: 'Create Event · Townbell' }];

export default function CreateEvent() {
	return (
		<ErrorPage status={404} title="Not open yet" text="Creating events here comes with the next release." />
	);
}
