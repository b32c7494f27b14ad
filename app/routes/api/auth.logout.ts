import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { forgetSession } from '~/server/http/sign-out.ts';
import { logOut } from '~/server/operations/members.ts';
import type { Route } from './+types/auth.logout.ts';

export const loader = () => methodNotAllowed('POST');

export const action = ({ request, context }: Route.ActionArgs) =>
	request.method === 'POST'
		? answer(logOut, context, { read: () => ({ sessionId: forgetSession(context) }) })
		: methodNotAllowed('POST');
