import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { readJson } from '~/server/http/body.ts';
import { updateUsername } from '~/server/operations/members.ts';
import type { Route } from './+types/auth.update-username.ts';

export const loader = () => methodNotAllowed('PUT');

export const action = ({ request, context }: Route.ActionArgs) =>
	request.method === 'PUT'
		? answer(updateUsername, context, { read: () => readJson(request) })
		: methodNotAllowed('PUT');
