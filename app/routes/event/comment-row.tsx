import { useFetcher } from 'react-router';
import { LinkedText } from '~/app/shell/linked-text.tsx';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden, mutedSmall } from '~/app/ui/text.css.ts';
import type { DiscussionComment } from '~/domain/comments/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { buildAvatarUrl } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import * as css from './event-page.css.ts';

type CommentRowProps = {
	comment: DiscussionComment;
	/** The server's time, ISO 8601, so that hydration renders the same text. */
	now: string;
	/** Where the deletion is posted; null when the viewer may not delete the comment. */
	deleteAction: string | null;
	/** Why the deletion that this page was rendered for was refused (without script). */
	failure?: string | null;
};

export function CommentRow({ comment, now, deleteAction, failure }: CommentRowProps) {
	const { cdnUrl, viewerZone } = useSite();
	const zone = viewerZone ?? EASTERN;
	const src = buildAvatarUrl({ discordId: comment.discord_id, avatar: comment.avatar, cdnUrl });
	return (
		<li className={css.comment} id={`comment-${comment.id}`}>
			<Avatar name={comment.username} src={src} size={40} />
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
			<input type="hidden" name="intent" value="comments.delete" />
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
			{message && (
				<Notice
					tone="error"
					failure={message}
					title="Failed to delete comment."
					className={css.deleteCommentFailure}
				>
					{message}
				</Notice>
			)}
		</fetcher.Form>
	);
}
