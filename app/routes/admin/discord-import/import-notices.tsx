import { Link } from 'react-router';
import { Notice } from '~/app/ui/notice.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { ImportRunView } from '~/server/wire/discord-events.ts';
import { LIST_ADDRESS } from './texts.ts';

/** Renders why the list could not be loaded. */
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

/** Renders why an import failed. */
export function RunFailure({ run }: { run: ImportRunView }) {
	if (run.importedAs) return <AlreadyImported {...run.importedAs} />;
	return (
		<Notice tone="error" title="Failed to import Discord event:">
			{run.error}
		</Notice>
	);
}

/** Renders that a Discord event is imported already, and as which event (spec, section 8). */
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
