import { answer, json, methodNotAllowed, nextLink } from '~/server/http/answers.ts';
import { readJson } from '~/server/http/body.ts';
import { countComment } from '~/server/http/comment-limit.ts';
import { createComment, listComments } from '~/server/operations/comments.ts';
import type { Route } from './+types/events.$eventId.comments.ts';

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
	answer(
		listComments,
		context,
		{ params, read: () => Object.fromEntries(url.searchParams) },
		({ comments, next }) => json(comments, next ? { headers: { Link: nextLink(url, next) } } : {}),
	);

export function action({ request, params, context }: Route.ActionArgs) {
	if (request.method !== 'POST') return methodNotAllowed('GET', 'POST');
	const read = async () => {
		await countComment(context);
		return { ...(await readJson(request)), idempotencyKey: request.headers.get('Idempotency-Key') };
	};
	return answer(createComment, context, { params, read }, (comment) => json(comment, { status: 201 }));
}
