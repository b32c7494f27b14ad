import { answer, json, methodNotAllowed } from '~/server/http/answers.ts';
import { readJson } from '~/server/http/body.ts';
import { putSignup, removeSignup } from '~/server/operations/signups.ts';
import type { Route } from './+types/events.$eventId.signup.ts';

export const loader = () => methodNotAllowed('POST', 'DELETE');

export function action({ request, params, context }: Route.ActionArgs) {
	switch (request.method) {
		case 'POST':
			return answer(putSignup, context, { params, read: () => readJson(request) }, ({ signup, created }) =>
				json(signup, { status: created ? 201 : 200 }),
			);
		case 'DELETE':
			return answer(removeSignup, context, { params });
		default:
			return methodNotAllowed('POST', 'DELETE');
	}
}
