import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { listOwnSignups } from '~/server/operations/signups.ts';
import type { Route } from './+types/events.user.signups.ts';

export const loader = ({ context }: Route.LoaderArgs) => answer(listOwnSignups, context);
export const action = () => methodNotAllowed('GET');
