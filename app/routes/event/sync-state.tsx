import { useFetcher } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { CalendarSync, CalendarX2, RefreshCw } from '~/app/ui/icons.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import * as css from './sync-state.css.ts';

const TEXTS = {
	pending: 'On its way to Discord',
	synced: 'Mirrored as a Discord event',
	failed: 'Mirroring to Discord failed.',
	deleted: 'Discord event was deleted.',
} as const;

type SyncStateProps = {
	event: Pick<EventDetail, 'id' | 'status' | 'discord_sync'>;
	/** The event's address on Discord; null when it has none (yet). */
	discordUrl: string | null;
	/** Whether the viewer may retry the mirror, and so sees its error. Other viewers see only the link. */
	isRetryAllowed: boolean;
	/** Why the retry that this page was rendered for was refused (without script). */
	refusal?: string | null;
};

/** Renders the state of the event's mirror on Discord. */
export function SyncState({ event, discordUrl, isRetryAllowed, refusal }: SyncStateProps) {
	const { state, error } = event.discord_sync;
	const fetcher = useFetcher<{ error: string | null }>();
	const isIdle = fetcher.state === 'idle';
	const failure = isIdle ? (fetcher.data ? fetcher.data.error : refusal) : null;
	if (!isRetryAllowed) {
		return state === 'synced' && discordUrl ? (
			<div className={css.sync}>
				<SyncLine text={TEXTS.synced} href={discordUrl} />
			</div>
		) : null;
	}
	if (state === 'none' && !failure) return null;
	// Discord does not restore an event that is completed or cancelled.
	const canRetry =
		state === 'failed' || state === 'pending' || (state === 'deleted' && event.status === 'active');
	return (
		<div className={css.sync}>
			{state !== 'none' && <SyncNotice {...{ state, error, discordUrl }} />}
			{canRetry && (
				<fetcher.Form method="post" action={`/events/${event.id}`} preventScrollReset>
					<input type="hidden" name="intent" value="events.retryMirror" />
					<Button icon={RefreshCw} wide pending={!isIdle && 'Retrying...'}>
						Retry
					</Button>
				</fetcher.Form>
			)}
			{failure && (
				<Notice tone="error" title="Failed to retry." className={css.small}>
					{failure}
				</Notice>
			)}
		</div>
	);
}

type SyncNoticeProps = { state: keyof typeof TEXTS; error: string | null; discordUrl: string | null };

function SyncNotice({ state, error, discordUrl }: SyncNoticeProps) {
	if (state === 'failed' || state === 'deleted') {
		return (
			<Notice tone="error" live={false} icon={CalendarX2} title={TEXTS[state]} className={css.small}>
				{state === 'failed' ? error : null}
			</Notice>
		);
	}
	return (
		<>
			<SyncLine text={TEXTS[state]} href={state === 'synced' ? discordUrl : null} />
			{state === 'pending' && error && (
				<Notice live={false} className={css.small}>
					{error}
				</Notice>
			)}
		</>
	);
}

function SyncLine({ text, href }: { text: string; href: string | null }) {
	return (
		<p className={css.line}>
			<Icon icon={CalendarSync} />
			{href ? (
				<a href={href} className={textLink}>
					{text}
				</a>
			) : (
				text
			)}
		</p>
	);
}
