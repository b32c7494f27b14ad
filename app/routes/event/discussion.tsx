import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { mutedSmall, textLink } from '~/app/ui/text.css.ts';
import type { DiscussionView } from '~/domain/comments/schema.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { CommentForm, type CommentResult } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
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
				<span className={mutedSmall}>{total === 1 ? '1 comment' : `${total} comments`}</span>
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
