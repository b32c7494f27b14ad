import { CalendarSync } from '~/app/ui/icons.ts';
import { Notice } from '~/app/ui/notice.tsx';

/**
 * Renders what a creator must know before they change an event that is one date of a repeating Discord event: no change
 * reaches Discord.
 */
export function SeriesNotice({ className }: { className?: string }) {
	return (
		<Notice live={false} icon={CalendarSync} className={className}>
			On Discord, this is one date of a repeating event, which we only read. Changes here don't reach Discord.
			To have Discord follow your changes, create the event here.
		</Notice>
	);
}
