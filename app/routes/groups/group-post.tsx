import { MessageState } from '~/app/routes/event/announcement-state.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import type { EventOnPage, GroupPostOnPage } from '~/domain/events/page.ts';
import * as css from './groups-panel.css.ts';

export type GroupPostProps = {
	/** `groupPost` is null for viewers who may not post the groups. */
	event: Pick<EventOnPage, 'id' | 'status' | 'groupPost'>;
	formKey: string;
	isUnsaved?: boolean;
	/** Why the groups cannot be posted now: without script, the next page would not have the unsaved groups. */
	frozenReason?: string | null;
	warning?: string | null;
	/** Why the request that this page was rendered for was refused (without script). */
	refusal?: string | null | undefined;
};

const PLACES = {
	thread: 'They go to the thread of the event on Discord.',
	channel: 'They go to the announcement channel on Discord.',
};

/** Returns what happens on Discord when the groups are posted; null when that is not known. */
function describePost({ message, place }: GroupPostOnPage): string | null {
	if (message?.url) return 'The message on Discord is edited and says what changed.';
	return place && `${PLACES[place]} Only the users in the groups are notified.`;
}

export function GroupPost({
	event: { id, status, groupPost },
	formKey,
	isUnsaved = false,
	frozenReason = null,
	warning = null,
	refusal,
}: GroupPostProps) {
	if (!groupPost) return null;
	const { message, place } = groupPost;
	const isOnItsWay = message?.state === 'pending' && message.error === null;
	const canPost = status === 'active' && (place !== null || message !== null) && !isOnItsWay;
	const label = message ? 'Post groups to Discord again' : 'Post groups to Discord';
	return (
		<>
			<MessageState
				eventId={id}
				intent="groups.post"
				message={message}
				label={canPost && !frozenReason ? label : null}
				refusal={refusal}
				formKey={formKey}
				className={css.copy}
			/>
			{canPost && !frozenReason && <p className={mutedSmall}>{describePost(groupPost)}</p>}
			{canPost && warning && <p className={mutedSmall}>{warning}</p>}
			{canPost && isUnsaved && (
				<p className={mutedSmall}>
					{frozenReason ?? 'Discord gets the saved groups, without your unsaved changes.'}
				</p>
			)}
		</>
	);
}
