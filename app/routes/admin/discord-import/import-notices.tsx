import { Link } from 'react-router';
import { Notice } from '~/app/ui/notice.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { ImportResult } from '~/domain/discord/import.ts';
import { describeEventCount } from '~/domain/events/series.ts';
import type { ImportRunView } from '~/server/wire/discord-events.ts';

export function ListFailure({ error }: { error: string }) {
	return (
		<Notice tone="error" title="Failed to fetch Discord events:">
			{error}{' '}
			<Link to={LIST_ADDRESS} className={textLink} preventScrollReset>
				Try again
			</Link>
		</Notice>
	);
}

export function RunFailure({ run }: { run: ImportRunView }) {
	if (run.importedAs) return <AlreadyImported {...run.importedAs} />;
	return (
		<Notice tone="error" title="Failed to import Discord event:">
			{run.error}
		</Notice>
	);
}

export function AlreadyImported({ eventTitle, eventId }: { eventTitle: string; eventId: string }) {
	return (
		<Notice tone="error" title="Discord event already imported.">
			It was already imported as “
			<Link to={`/events/${eventId}`} className={textLink}>
				{eventTitle}
			</Link>
			” and can be found in Events management.
		</Notice>
	);
}

export const LIST_ADDRESS = '/admin/discord-import';

export const buildRunAddress = (runId: string) => `${LIST_ADDRESS}?run=${runId}`;

/** Returns the address that closes the dialog of a finished import and shows the success notice. */
export const buildClosingAddress = (runId: string) => `${buildRunAddress(runId)}&close=1`;

/** Returns the address that shows what was imported: for a series, the dialog that lists its dates. */
export const buildImportedAddress = ({ eventId, seriesEvents }: ImportResult) =>
	seriesEvents === undefined ? '/admin' : `/events/${eventId}/series`;

/** Returns the notice of a successful import (spec, section 8, "Import"), and of a series how many events there are now. */
export function describeSuccess(result: ImportResult) {
	const { eventTitle, signupsImported, usersCreated, usersUpdated, seriesEvents } = result;
	const counts = `Signups imported: ${signupsImported}. New users created: ${usersCreated}. Existing users updated: ${usersUpdated}.`;
	return {
		tone: 'success' as const,
		title: `Successfully imported Discord event "${eventTitle}"!`,
		text: seriesEvents === undefined ? counts : `${counts} ${describeEventCount(seriesEvents)}`,
	};
}
