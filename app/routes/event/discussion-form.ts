import { data, type RouterContextProvider } from 'react-router';
import { isScripted, seeOther, submit } from '~/server/http/answers.ts';
import { countComment } from '~/server/http/comment-limit.ts';
import { createComment, deleteComment } from '~/server/operations/comments/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';
import { isMissing } from './is-missing.ts';

/** A form of the discussion, as the event page's action got it. */
type Submitted = {
	request: Request;
	params: { eventId: string };
	context: Readonly<RouterContextProvider>;
	form: FormData;
};

/** Posts a comment: with script the form gets its next key, without it the page comes back at the discussion. */
export async function postComment({ request, params, context, form }: Submitted) {
	const key = text(form, 'key');
	const { answer, refusal } = await submit(createComment, context, {
		params,
		read: async () => {
			await countComment(context);
			return { body: text(form, 'body'), idempotencyKey: key || undefined };
		},
	});
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		// Only a key that stands for something else is given up: the others may have done their work unheard.
		const formKey = status === 409 || fieldErrors.idempotencyKey ? makeFormKey() : key;
		return data(
			{ error, comment: { fieldErrors, body: text(form, 'body'), formKey, posted: null } },
			{ status },
		);
	}
	if (!isScripted(request)) return backToDiscussion(context, request);
	const comment = { fieldErrors: {}, body: '', formKey: makeFormKey(), posted: answer.id };
	return { error: null, comment };
}

/** Deletes a comment. One that is gone already is what was wanted; when its event is gone, the page itself says so. */
export async function removeComment({ request, params, context, form }: Submitted) {
	const ids = { eventId: params.eventId, commentId: text(form, 'commentId') };
	try {
		const { refusal } = await submit(deleteComment, context, { params: ids });
		if (refusal) return data({ error: refusal.error, deletion: ids.commentId }, { status: refusal.status });
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	return isScripted(request) ? { error: null } : backToDiscussion(context, request);
}

/** To the same part of the discussion; a redirect keeps the fragment only when it names it. */
function backToDiscussion(context: Submitted['context'], request: Request): Response {
	const { pathname, searchParams } = new URL(request.url);
	const before = searchParams.get('before');
	return seeOther(context, `${pathname}${before ? `?${new URLSearchParams({ before })}` : ''}#discussion`);
}

const text = (form: FormData, name: string) => {
	const value = form.get(name);
	return typeof value === 'string' ? value : '';
};
