import { ErrorPage } from '~/app/shell/error-page.tsx';
import { guardPage } from '~/server/http/answers.ts';
import type { Route } from './+types/admin.ts';

/** The admin panel and its tools. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'admin.open');
	return null;
}

export const meta: Route.MetaFunction = () => [{ title: 'Admin · Townbell' }];

export default function Admin() {
	return <ErrorPage status={404} title="Not open yet" text="The admin panel comes with a later release." />;
}
