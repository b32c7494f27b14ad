import { answer, methodNotAllowed } from '~/server/http/answers.ts';
import { deleteComment } from '~/server/operations/comments.ts';
import type { Route } from './+types/events.$eventId.comments.$commentId.ts';

export const loader = () => methodNotAllowed('DELETE');

export const action = ({ request, params, context }: Route.ActionArgs) =>
	request.method === 'DELETE' ? answer(deleteComment, context, { params }) : methodNotAllowed('DELETE');
