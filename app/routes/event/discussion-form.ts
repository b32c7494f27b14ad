import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { isScripted, seeOther, submit } from '~/server/http/answers.ts';
import { createComment, deleteComment } from '~/server/operations/comments/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';

/** A form of the discussion, as the event page's action got it. */
type Submitted = {
	request: Request;
	params: { eventId: string };
	context: Readonly<RouterContextProvider>;
	form: FormData;
};

/** Posts a comment: with script the form gets its next key, without it the page comes back at the discussion. */
export async function postComment({ request, params, context, form }: Submitted) {
	const key = readText(form, 'key');
	const { answer, refusal } = await submit(createComment, context, {
		params,
		limit: 'commentsPerMinute',
		read: () => ({ body: readText(form, 'body'), idempotencyKey: key || undefined }),
	});
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		// Only a key that stands for something else is given up: the others may have done their work unheard.
		const formKey = status === 409 || fieldErrors.idempotencyKey ? makeFormKey() : key;
		return data(
			{ error, comment: { fieldErrors, body: readText(form, 'body'), formKey, posted: null } },
			{ status },
		);
	}
	if (!isScripted(request)) return backToDiscussion(context, request);
	const comment = { fieldErrors: {}, body: '', formKey: makeFormKey(), posted: answer.id };
	return { error: null, comment };
}

/** Deletes a comment. One that is gone already is what was wanted; when its event is gone, the page itself says so. */
export async function removeComment({ request, params, context, form }: Submitted) {
	const ids = { eventId: params.eventId, commentId: readText(form, 'commentId') };
	const { refusal } = await submit(deleteComment, context, { params: ids, returns: ['missing'] });
	if (refusal && refusal.kind !== 'missing') {
		return data({ error: refusal.error, deletion: ids.commentId }, { status: refusal.status });
	}
	return isScripted(request) ? { error: null } : backToDiscussion(context, request);
}

/** To the same part of the discussion; a redirect keeps the fragment only when it names it. */
function backToDiscussion(context: Submitted['context'], request: Request): Response {
	const { pathname, searchParams } = new URL(request.url);
	const before = searchParams.get('before');
	return seeOther(context, `${pathname}${before ? `?${new URLSearchParams({ before })}` : ''}#discussion`);
}
