import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { readEvent } from '~/server/operations/events.ts';
import type { Route } from './+types/events.$eventId.ts';

export const loader = ({ params, context }: Route.LoaderArgs) => answer(readEvent, context, { params });
export const action = () => methodNotAllowed('GET');
