import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { readMe } from '~/server/operations/members.ts';
import type { Route } from './+types/auth.me.ts';

export const loader = ({ context }: Route.LoaderArgs) => answer(readMe, context);
export const action = () => methodNotAllowed('GET');
