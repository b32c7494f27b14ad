import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { readJson } from '~/server/http/body.ts';
import { updateSignup } from '~/server/operations/signups.ts';
import type { Route } from './+types/events.$eventId.signups.$signupId.ts';

export const loader = () => methodNotAllowed('PUT');

export const action = ({ request, params, context }: Route.ActionArgs) =>
	request.method === 'PUT'
		? answer(updateSignup, context, { params, read: () => readJson(request) })
		: methodNotAllowed('PUT');
