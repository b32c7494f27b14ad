import { useFetcher } from 'react-router';
import { SeriesNotice } from '~/app/shell/series-notice.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { CalendarSync, CalendarX2, RefreshCw } from '~/app/ui/icons.ts';
import { Announcement, FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { useFocusKept } from '~/app/ui/use-focus-kept.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { shouldOfferRetry } from '~/domain/discord/mirror-plan.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { EventIntent } from './event-intent.tsx';
import * as css from './sync-state.css.ts';

const TEXTS = {
	pending: 'Posting to Discord…',
	synced: 'View on Discord',
	failed: "Couldn't post this to Discord.",
	deleted: 'Discord event was deleted.',
} as const;

type SyncStateProps = {
	event: Pick<EventOnPage, 'id' | 'status' | 'discord_sync' | 'mirrorChangedAt' | 'isSeriesOnDiscord'>;
	/** The server's time, ISO 8601. */
	now: string;
	/** The event's address on Discord; null when it has none (yet). */
	discordUrl: string | null;
	/** Whether the viewer may retry the mirror, and so sees its error. Other viewers see only the link. */
	isRetryAllowed: boolean;
	/** Why the retry that this page was rendered for was refused (without script). */
	refusal?: string | null;
};

export function SyncState({ isRetryAllowed, ...props }: SyncStateProps) {
	const { event, discordUrl } = props;
	if (isRetryAllowed) return <RetryableState {...props} />;
	return event.discord_sync.state === 'synced' && discordUrl ? (
		<div className={css.sync}>
			<SyncLine text={TEXTS.synced} href={discordUrl} />
		</div>
	) : null;
}

function RetryableState({ event, now, discordUrl, refusal }: Omit<SyncStateProps, 'isRetryAllowed'>) {
	const { state, error } = event.discord_sync;
	const currentTime = useNow(now, MINUTE_MS / 4);
	const fetcher = useFetcher<{ error: string | null; announcement?: string }>();
	const isIdle = fetcher.state === 'idle';
	const failure = isIdle ? (fetcher.data ? fetcher.data.error : refusal) : null;
	const announcement = isIdle ? fetcher.data?.announcement : undefined;
	const ref = useFocusKept(announcement);
	if (state === 'none' && !failure) return null;
	return (
		<div ref={ref} tabIndex={-1} className={css.sync}>
			{state !== 'none' && <SyncNotice state={state} error={error} discordUrl={discordUrl} />}
			{event.isSeriesOnDiscord && <SeriesNotice className={css.small} />}
			{(shouldOfferRetry(event, currentTime) || !isIdle) && (
				<fetcher.Form method="post" action={`/events/${event.id}`} preventScrollReset>
					<EventIntent value="events.retryMirror" />
					<Button icon={RefreshCw} wide pending={!isIdle && 'Retrying...'}>
						Retry
					</Button>
				</fetcher.Form>
			)}
			<Announcement>{announcement}</Announcement>
			<FailureNotice failure={failure} title="Failed to retry." className={css.small} />
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
