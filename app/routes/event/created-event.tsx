import { useState } from 'react';
import { useRootData } from '~/app/shell/root-data.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { CalendarSync, Copy, ExternalLink, Pencil } from '~/app/ui/icons.ts';
import { cardTitle, hidden, muted } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import * as css from './event-page.css.ts';

type CreatedEventProps = {
	event: Pick<EventOnPage, 'id' | 'description' | 'series'>;
	/** The event's address on Discord; null when it has none (yet). */
	discordUrl: string | null;
};

/** Renders what to do next with an event that was just created: only on the first view of its page. */
export function CreatedEvent({ event, discordUrl }: CreatedEventProps) {
	const flashedUrl = useRootData()?.flash?.createdUrl;
	const [createdUrl] = useState(flashedUrl);
	if (!createdUrl) return null;
	return (
		<Card className={css.createdCard} aria-labelledby="created">
			<div>
				<h2 id="created" className={cardTitle}>
					Invite your players
				</h2>
				<p className={muted}>Send them the link so they can sign up.</p>
			</div>
			<div className={css.createdActions}>
				<CopyLink url={createdUrl} />
				{discordUrl && (
					<ButtonLink to={discordUrl} icon={ExternalLink}>
						View on Discord
					</ButtonLink>
				)}
				{event.series && (
					<ButtonLink to={`/events/${event.id}/series`} icon={CalendarSync} preventScrollReset>
						All dates
					</ButtonLink>
				)}
				{event.description === '' && (
					<ButtonLink to={`/events/${event.id}/edit#description`} icon={Pencil}>
						Add description
					</ButtonLink>
				)}
			</div>
		</Card>
	);
}

/** Renders the button that copies the link, and the link itself where script cannot copy it. */
function CopyLink({ url }: { url: string }) {
	const isScripted = useHydrated();
	const [outcome, copy] = useCopy(url);
	const hasFailed = outcome?.hasFailed === true;
	return (
		<>
			{isScripted && (
				<Button type="button" variant="primary" icon={Copy} onClick={() => void copy('Link copied.')}>
					{outcome && !hasFailed ? 'Link copied' : 'Copy link'}
				</Button>
			)}
			<span role="status" className={hasFailed ? css.createdFailure : hidden}>
				{outcome?.message}
			</span>
			{(!isScripted || hasFailed) && (
				<TextInput label="Link to this event" value={url} readOnly className={css.createdLink} />
			)}
		</>
	);
}
