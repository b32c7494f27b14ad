import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import type { Flash } from '~/server/http/flash.ts';
import { isScriptRequest, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { createComment, deleteComment } from '~/server/operations/comments/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';

/** A form of the discussion, as the event page's action received it. */
type Submitted = {
	request: Request;
	params: { eventId: string };
	context: Readonly<RouterContextProvider>;
	form: FormData;
};

/** Posts a comment. With script the form gets its next key; without script it redirects to the discussion. */
export async function postComment({ request, params, context, form }: Submitted) {
	const key = readText(form, 'key');
	const { result, refusal } = await submit(createComment, context, {
		params,
		limit: 'commentsPerMinute',
		read: () => ({ body: readText(form, 'body'), idempotencyKey: key || undefined }),
	});
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		// The form gets a new key only when its key belongs to another request. Other errors keep the key: the
		// request may have succeeded, and a repeat must not post the comment again.
		const formKey = status === 409 || fieldErrors.idempotencyKey ? createFormKey() : key;
		return data(
			{ error, comment: { fieldErrors, body: readText(form, 'body'), formKey, posted: null } },
			{ status },
		);
	}
	if (!isScriptRequest(request)) return redirectToDiscussion(context, request);
	const comment = { fieldErrors: {}, body: '', formKey: createFormKey(), posted: result.id };
	return { error: null, comment };
}

/**
 * Deletes a comment. An already deleted comment counts as success; when its event is deleted, the reloaded
 * page says so.
 */
export async function removeComment({ request, params, context, form }: Submitted) {
	const ids = { eventId: params.eventId, commentId: readText(form, 'commentId') };
	const { refusal } = await submit(deleteComment, context, { params: ids, returnedKinds: ['missing'] });
	if (refusal && refusal.kind !== 'missing') {
		return data({ error: refusal.error, deletion: ids.commentId }, { status: refusal.status });
	}
	if (refusal) return isScriptRequest(request) ? { error: null } : redirectToDiscussion(context, request);
	const notice = await offerUndo(context, { tone: 'success', title: 'Comment deleted.' });
	if (isScriptRequest(request) && !notice.undo) return { error: null };
	return redirectToDiscussion(context, request, notice.undo ? notice : undefined);
}

/** Returns a redirect to the same part of the discussion. Browsers scroll only if it names the fragment. */
function redirectToDiscussion(context: Submitted['context'], request: Request, notice?: Flash): Response {
	const { pathname, searchParams } = new URL(request.url);
	const before = searchParams.get('before');
	return redirectAfterForm(
		context,
		`${pathname}${before ? `?${new URLSearchParams({ before })}` : ''}#discussion`,
		notice,
	);
}
