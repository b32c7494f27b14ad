import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useRootData } from '~/app/shell/root-data.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Button } from '~/app/ui/button.tsx';
import { TextArea } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden, subtleSmall } from '~/app/ui/text.css.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { buildAvatarUrl, formatDisplayName } from '~/domain/users/display.ts';
import * as css from './event-page.css.ts';

/** The page action's response to a comment form; `comment` is missing when the server was not reached. */
export type CommentResult = {
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
const HINT = `Plain text, up to ${TEXT_LIMITS.comment.toLocaleString('en-US')} characters`;

export function CommentForm({ action, formKey, refusal }: CommentFormProps) {
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
				<input type="hidden" name="intent" value="comments.create" />
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
				{failure && (
					<Notice tone="error" failure={failure} title="Failed to post comment.">
						{failure}
					</Notice>
				)}
				<div className={css.discussionFoot}>
					<span className={subtleSmall}>{HINT}</span>
					<Button pending={isPending && 'Posting...'}>Post comment</Button>
				</div>
				<p role="status" className={hidden}>
					{!isPending && fetcher.data?.comment?.posted ? 'Comment posted.' : ''}
				</p>
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
	const { cdnUrl } = useSite();
	const user = useRootData()?.user;
	if (!user) return null;
	const src = buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl });
	return <Avatar name={formatDisplayName(user)} src={src} size={40} />;
}
