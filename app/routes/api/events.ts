import { answer, json, methodNotAllowed, nextLink } from '~/server/http/answers.ts';
import { listEvents } from '~/server/operations/events.ts';
import type { Route } from './+types/events.ts';

export const loader = ({ url, context }: Route.LoaderArgs) =>
	answer(listEvents, context, { read: () => Object.fromEntries(url.searchParams) }, ({ events, next }) =>
		json(events, next ? { headers: { Link: nextLink(url, next) } } : {}),
	);

export const action = () => methodNotAllowed('GET');
