import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { LinkedText } from '~/app/shell/linked-text.tsx';
import { useRootData } from '~/app/shell/root-data.ts';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { TextArea } from '~/app/ui/field.tsx';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { Announcement, FailureNotice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden, mutedSmall, subtleSmall, textLink } from '~/app/ui/text.css.ts';
import type { DiscussionComment, DiscussionView } from '~/domain/comments/schema.ts';
import { formatCount, formatNumber } from '~/domain/format-count.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { type Actor, can } from '~/domain/policy.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import { EventIntent } from './event-intent.tsx';
import * as css from './event-page.css.ts';

type DiscussionProps = {
	eventId: string;
	viewer: Actor;
	discussion: DiscussionView;
	/** The position that the address asks for; null is the latest part, which has the comment form. */
	before: string | null;
	/** The server's time, ISO 8601. */
	now: string;
	formKey: string;
	/** Why the form that this page was rendered for was refused (without script). */
	refusal: (CommentResult & { deletion?: string }) | null;
};

/** Renders an event's comments, oldest first, with the form below the latest. */
export function Discussion({ eventId, viewer, discussion, before, now, formKey, refusal }: DiscussionProps) {
	const { comments, total, earlier } = discussion;
	const title = useFocusAfterDelete(comments.length);
	const getPageUrl = (position: string | null) =>
		`/events/${eventId}${position ? `?${new URLSearchParams({ before: position })}` : ''}#discussion`;
	return (
		<Card id="discussion" aria-labelledby="discussion-title">
			<CardHead
				id="discussion-title"
				title={
					<span ref={title} tabIndex={-1}>
						Discussion
					</span>
				}
			>
				<span className={mutedSmall}>{formatCount(total, 'comment')}</span>
			</CardHead>
			{earlier && (
				<p className={css.discussionEarlierLink}>
					<Link to={getPageUrl(earlier)} className={textLink}>
						Show earlier comments
					</Link>
				</p>
			)}
			{comments.length === 0 && <p className={css.discussionEmpty}>No comments yet. Be the first.</p>}
			<ul className={joinClasses(plainList, css.discussionList)} aria-label="Comments">
				{comments.map((comment) => (
					<CommentRow
						key={comment.id}
						comment={comment}
						now={now}
						deleteAction={
							can(viewer, 'comments.delete', { userId: comment.user_id }) ? getPageUrl(before) : null
						}
						failure={refusal?.deletion === comment.id ? refusal.error : null}
					/>
				))}
			</ul>
			{before ? (
				<div className={css.discussionForm}>
					<ButtonLink to={getPageUrl(null)}>Show the latest comments</ButtonLink>
				</div>
			) : (
				<CommentForm
					action={`/events/${eventId}`}
					formKey={formKey}
					refusal={refusal?.deletion === undefined ? refusal : null}
				/>
			)}
		</Card>
	);
}

/** Moves the keyboard focus to the title, because a deleted comment removes its focused button. */
function useFocusAfterDelete(count: number) {
	const title = useRef<HTMLSpanElement>(null);
	const previousCount = useRef(count);
	useEffect(() => {
		const isFocusLost = count < previousCount.current && document.activeElement === document.body;
		if (isFocusLost) title.current?.focus({ preventScroll: true });
		previousCount.current = count;
	}, [count]);
	return title;
}

type CommentRowProps = {
	comment: DiscussionComment;
	/** The server's time, ISO 8601, so that hydration renders the same text. */
	now: string;
	/** Where the deletion is posted; null when the viewer may not delete the comment. */
	deleteAction: string | null;
	/** Why the deletion that this page was rendered for was refused (without script). */
	failure?: string | null;
};

function CommentRow({ comment, now, deleteAction, failure }: CommentRowProps) {
	const { viewerZone } = useSite();
	const zone = viewerZone ?? EASTERN;
	return (
		<li className={css.comment} id={`comment-${comment.id}`}>
			<UserAvatar name={comment.username} user={comment} size={40} />
			<div className={css.discussionContent}>
				<div className={css.discussionLine}>
					<p className={css.discussionAuthor}>
						<Name className={css.discussionName}>{comment.username}</Name>
						<span className={mutedSmall}>
							{ROLE_LABELS[comment.role]},{' '}
							<time dateTime={comment.created_at} title={formatDateTimeShort(comment.created_at, zone)}>
								{formatRelative(comment.created_at, now, zone)}
							</time>
						</span>
					</p>
					{deleteAction && <DeleteComment comment={comment} action={deleteAction} failure={failure} />}
				</div>
				<p className={css.discussionBody} dir="auto">
					<LinkedText text={comment.body} />
				</p>
			</div>
		</li>
	);
}

type DeleteCommentProps = { comment: DiscussionComment; action: string; failure?: string | null };

function DeleteComment({ comment, action, failure }: DeleteCommentProps) {
	const fetcher = useFetcher<{ error: string | null }>();
	const message = fetcher.state === 'idle' ? (fetcher.data?.error ?? (fetcher.data ? null : failure)) : null;
	return (
		<fetcher.Form method="post" action={action} preventScrollReset>
			<EventIntent value="comments.delete" />
			<input type="hidden" name="commentId" value={comment.id} />
			<button
				type="submit"
				className={css.deleteComment}
				aria-disabled={fetcher.state !== 'idle' || undefined}
			>
				Delete
				<span className={hidden}>
					{' '}
					<Name>{comment.username}</Name>'s comment
				</span>
			</button>
			<FailureNotice
				failure={message}
				title="Failed to delete comment."
				className={css.deleteCommentFailure}
			/>
		</fetcher.Form>
	);
}

/** The page action's response to a comment form; `comment` is missing when the server was not reached. */
type CommentResult = {
	error: string | null;
	comment?: { fieldErrors: FieldErrors; body: string; formKey: string; posted: string | null };
};

type CommentFormProps = {
	/** The page's address. A refused form returns to its own place, not to the top of a long discussion. */
	action: string;
	/** The idempotency key: a form that is sent twice posts one comment. */
	formKey: string;
	/** Why the form that this page was rendered for was refused, and what was typed (without script). */
	refusal: CommentResult | null;
};

const FORM_ID = 'new-comment';
const HINT = `Plain text, up to ${formatNumber(TEXT_LIMITS.comment)} characters`;

function CommentForm({ action, formKey, refusal }: CommentFormProps) {
	const { fetcher, textArea, key, storeSentText } = useCommentForm(refusal?.comment?.formKey ?? formKey);
	const isPending = fetcher.state !== 'idle';
	const result = fetcher.data ?? refusal;
	const fieldError = isPending ? undefined : result?.comment?.fieldErrors.body;
	const failure = isPending || fieldError ? null : result?.error;
	return (
		<fetcher.Form
			id={FORM_ID}
			method="post"
			action={`${action}#${FORM_ID}`}
			preventScrollReset
			className={css.discussionForm}
			onSubmit={storeSentText}
			aria-busy={isPending}
		>
			<ViewerAvatar />
			<div className={css.discussionEditor}>
				<EventIntent value="comments.create" />
				<input type="hidden" name="key" value={key} />
				<TextArea
					ref={textArea}
					name="body"
					label="Your comment"
					hideLabel
					placeholder="Ask a question or say hello"
					maxLength={TEXT_LIMITS.comment}
					defaultValue={refusal?.comment?.body}
					error={fieldError}
				/>
				<FailureNotice failure={failure} title="Failed to post comment." />
				<div className={css.discussionFoot}>
					<span className={subtleSmall}>{HINT}</span>
					<Button pending={isPending && 'Posting...'}>Post comment</Button>
				</div>
				<Announcement>{!isPending && fetcher.data?.comment?.posted ? 'Comment posted.' : ''}</Announcement>
			</div>
		</fetcher.Form>
	);
}

/**
 * Returns the state of the comment form with script. A posted text is cleared unless the user typed on
 * in the meantime; a refused text stays, and is focused when it has a message, so that screen readers read it. The key is used
 * until the server returns another.
 */
function useCommentForm(firstKey: string) {
	const fetcher = useFetcher<CommentResult>();
	const textArea = useRef<HTMLTextAreaElement>(null);
	const sentText = useRef<string>(undefined);
	const [key, setKey] = useState(firstKey);
	const { state, data } = fetcher;
	useEffect(() => {
		if (state !== 'idle' || !data) return;
		if (data.comment) setKey(data.comment.formKey);
		if (data.comment?.fieldErrors.body) textArea.current?.focus();
		else if (!data.error && textArea.current && textArea.current.value === sentText.current)
			textArea.current.value = '';
	}, [state, data]);
	const storeSentText = () => {
		sentText.current = textArea.current?.value;
	};
	return { fetcher, textArea, key, storeSentText };
}

function ViewerAvatar() {
	const user = useRootData()?.user;
	return user && <UserAvatar name={formatDisplayName(user)} user={user} size={40} />;
}
