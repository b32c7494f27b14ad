import { one } from '~/database/sql.ts';
import { describeLinkPreview, type LinkPreview, type PreviewedEvent } from '~/domain/events/preview.ts';
import { config } from '../../config.ts';
import { buildListedSql } from '../../wire/signups.ts';

/**
 * Returns the link preview of an event's page, or the one without an event for null. Visitors read it before they sign
 * in, so it is not an operation: the setting `link_previews` decides.
 */
export async function readLinkPreview(eventId: string | null): Promise<LinkPreview> {
	const event = eventId === null ? null : await selectPreviewedEvent(eventId);
	return describeLinkPreview(event, config().COMMUNITY_NAME);
}

/** Looks for the event only when previews are on: otherwise the response takes equally long for every id. */
async function selectPreviewedEvent(eventId: string): Promise<PreviewedEvent | null> {
	const setting = await one<{ value: string }>(`SELECT value FROM settings WHERE key = 'link_previews'`);
	if (setting?.value !== 'true') return null;
	return one<PreviewedEvent>(
		`SELECT e.title, e.date, e.status, e.is_test_data AS "isTestData",
			(SELECT count(*)::int FROM signups s
				WHERE s.event_id = e.id AND ${buildListedSql('confirmed')}) AS "confirmedCount"
		FROM events e WHERE e.id = :eventId`,
		{ eventId },
	);
}
