import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { Spinner } from '~/app/ui/icon.tsx';
import { Name } from '~/app/ui/name.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import { muted, subtleSmall } from '~/app/ui/text.css.ts';
import { IMPORT_STATUS_LABELS, IMPORT_TEXTS, type ImportableEvent } from '~/domain/discord/import.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import * as css from './discord-import.css.ts';
import { LIST_ADDRESS } from './import-notices.tsx';

type ImportableEventsTableProps = {
	events: readonly ImportableEvent[];
	importing: readonly string[];
};

const LOOKS = { 1: EVENT_LOOKS.active, 2: EVENT_LOOKS.other, 3: EVENT_LOOKS.cancelled };

/** Renders Discord's events with the actions for each (spec, section 2, "Import Discord Events modal"). */
export function ImportableEventsTable({ events, importing }: ImportableEventsTableProps) {
	if (events.length === 0) {
		return (
			<EmptyState
				bare
				level={3}
				title="No Discord events found"
				text="Make sure your Discord bot has the necessary permissions"
			/>
		);
	}
	return (
		<>
			<Table
				caption="Discord events"
				columns={['Event', 'Date', 'Status']}
				endColumns={['Interested', 'Actions']}
			>
				{events.map((event) => (
					<EventRow key={event.id} event={event} isImporting={importing.includes(event.id)} />
				))}
			</Table>
			<p className={subtleSmall}>Showing {events.length} Discord events</p>
		</>
	);
}

function EventRow({ event, isImporting }: { event: ImportableEvent; isImporting: boolean }) {
	return (
		<Tr>
			<Td rowHead className={css.event}>
				<Name className={css.name}>{event.name}</Name>
				{event.description && <span className={css.description}>{event.description}</span>}
			</Td>
			<Td label="Date" className={css.date}>
				<time dateTime={event.scheduled_start_time}>
					{formatOrdinalDate(event.scheduled_start_time, EASTERN)}{' '}
					<span className={css.time}>{formatTime(event.scheduled_start_time, EASTERN)} Eastern</span>
				</time>
			</Td>
			<Td label="Status">
				<Badge {...LOOKS[event.status]}>{IMPORT_STATUS_LABELS[event.status]}</Badge>
			</Td>
			<Td label="Interested" end>
				{event.interested_count}
			</Td>
			<Td end className={css.actions}>
				<ImportAction event={event} isImporting={isImporting} />
			</Td>
		</Tr>
	);
}

function ImportAction({ event, isImporting }: { event: ImportableEvent; isImporting: boolean }) {
	const label = `Import ${event.name}`;
	if (event.already_imported) return <span className={muted}>Already Imported</span>;
	if (isImporting) {
		return (
			<Button type="button" disabled aria-label={`Importing ${event.name}`}>
				<Spinner size="small" />
				Importing...
			</Button>
		);
	}
	if (event.status !== 1) {
		return (
			<Button type="button" disabled title={IMPORT_TEXTS.onlyActive} aria-label={label}>
				Import
			</Button>
		);
	}
	return (
		<ButtonLink to={`${LIST_ADDRESS}/${event.id}`} preventScrollReset aria-label={label}>
			Import
		</ButtonLink>
	);
}
