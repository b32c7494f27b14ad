import { useFetcher } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Megaphone } from '~/app/ui/icons.ts';
import { Announcement, FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { useFocusKept } from '~/app/ui/use-focus-kept.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { AnnouncementView } from '~/domain/events/schema.ts';
import { EventIntent } from './event-intent.tsx';
import { usePageSearch } from './place-address.ts';
import * as css from './sync-state.css.ts';

type AnnouncementStateProps = {
	/** `announcement` is null for viewers who may not post a message. */
	event: Pick<EventOnPage, 'id' | 'status' | 'announcement' | 'canAnnounce' | 'isAnnouncedLater'>;
	/** Why the request that this page was rendered for was refused (without script). */
	refusal?: string | null;
};

/** Renders the state of the event's message on Discord, for creators and admins. */
export function AnnouncementState({
	event: { id, status, announcement, canAnnounce, isAnnouncedLater },
	refusal,
}: AnnouncementStateProps) {
	const state = announcement?.state ?? 'none';
	const canPost = canPostAgain(announcement, status === 'active');
	const canStart = state === 'none' && canAnnounce && status === 'active';
	const label = canStart ? 'Announce on Discord' : 'Post again';
	return (
		<MessageState
			eventId={id}
			intent="events.postAnnouncement"
			message={announcement}
			label={canPost || canStart ? label : null}
			hint={isAnnouncedLater && canStart ? 'It will be posted on Discord when the date is near.' : null}
			refusal={refusal}
			className={css.sync}
		/>
	);
}

/** Returns whether a message can be posted again: it failed or waits with an error. `isOpen`: a new one may be posted. */
export const canPostAgain = (message: AnnouncementView | null, isOpen: boolean): boolean =>
	message?.state === 'failed'
		? isOpen || message.url !== null
		: Boolean(message?.state === 'pending' && message.error);

type MessageStateProps = {
	eventId: string;
	/** The form that posts the message. */
	intent: 'events.postAnnouncement' | 'groups.post';
	/** Null when none was asked for. */
	message: AnnouncementView | null;
	/** The label of the button that posts it; null when there is no button. */
	label: string | null;
	/** The text above the button while there is no message. */
	hint?: string | null;
	/** Why the request that this page was rendered for was refused (without script). */
	refusal?: string | null | undefined;
	/** Makes a form that is sent twice count once. */
	formKey?: string;
	className: string;
};

/** Renders the state of a message on Discord, and the button that posts it. Renders nothing when it has neither. */
export function MessageState({
	eventId,
	intent,
	message,
	label,
	hint,
	refusal,
	formKey,
	className,
}: MessageStateProps) {
	const fetcher = useFetcher<{ error: string | null; announcement?: string }>();
	const search = usePageSearch();
	const isIdle = fetcher.state === 'idle';
	const failure = isIdle ? (fetcher.data ? fetcher.data.error : refusal) : null;
	const success = isIdle ? fetcher.data?.announcement : undefined;
	const ref = useFocusKept(success);
	if (!message && !label && !failure) return null;
	return (
		<div ref={ref} tabIndex={-1} className={className}>
			{message && <MessageLine message={message} texts={LINE_TEXTS[intent]} />}
			{hint && <p className={css.line}>{hint}</p>}
			{label && (
				<fetcher.Form method="post" action={`/events/${eventId}${search}`} preventScrollReset>
					<EventIntent value={intent} />
					{formKey && <input type="hidden" name="key" value={formKey} />}
					<Button
						icon={Megaphone}
						wide={intent === 'events.postAnnouncement'}
						pending={!isIdle && 'Posting...'}
					>
						{label}
					</Button>
				</fetcher.Form>
			)}
			<Announcement>{success}</Announcement>
			<FailureNotice failure={failure} title={getFailureTitle(intent)} className={css.small} />
		</div>
	);
}

/** A page may show both messages, so the texts of their links differ. */
const LINE_TEXTS = {
	'events.postAnnouncement': { posted: 'Posted on Discord', pending: 'Posting to Discord…' },
	'groups.post': { posted: 'Groups posted on Discord', pending: 'Posting the groups to Discord…' },
};

type MessageLineProps = {
	message: AnnouncementView;
	texts: (typeof LINE_TEXTS)[MessageStateProps['intent']];
};

function MessageLine({ message: { state, error, url }, texts }: MessageLineProps) {
	if (state === 'failed') {
		return (
			<Notice
				tone="error"
				live={false}
				icon={Megaphone}
				title={url ? 'The message on Discord is out of date.' : 'Not posted on Discord.'}
				className={css.small}
			>
				{error}
				{url && (
					<>
						{' '}
						<a href={url} className={textLink}>
							Open the message
						</a>
					</>
				)}
			</Notice>
		);
	}
	const text = texts[state];
	return (
		<>
			<p className={css.line}>
				<Icon icon={Megaphone} />
				{url ? (
					<a href={url} className={textLink}>
						{text}
					</a>
				) : (
					text
				)}
			</p>
			{error && (
				<Notice live={false} className={css.small}>
					{error}
				</Notice>
			)}
		</>
	);
}
