import { Link } from 'react-router';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { type AuditEntryView, describeAction, describeDetail, SUBJECT_LABELS } from '~/domain/audit.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import * as css from './audit.css.ts';
import { type AuditFilterValues, buildAuditAddress } from './filter-address.ts';

type AuditTableProps = { entries: readonly AuditEntryView[]; filter: AuditFilterValues };

export function AuditTable({ entries, filter }: AuditTableProps) {
	return (
		<Table
			caption="Audit trail"
			head={
				<>
					<Th>When</Th>
					<Th>Who</Th>
					<Th>Action</Th>
					<Th>Item</Th>
				</>
			}
		>
			{entries.map((entry) => (
				<EntryRow key={entry.id} entry={entry} filter={filter} />
			))}
		</Table>
	);
}

/** Renders one audit entry. Its names link to related entries and pages. */
function EntryRow({ entry, filter }: { entry: AuditEntryView; filter: AuditFilterValues }) {
	const details = describeDetail(entry.detail);
	return (
		<Tr>
			<Td rowHead label="When" className={css.when}>
				<time dateTime={entry.created_at}>
					{formatOrdinalDate(entry.created_at, EASTERN)}{' '}
					<span className={css.time}>{formatTime(entry.created_at, EASTERN)}</span>
				</time>
			</Td>
			<Td label="Who" className={css.name}>
				<Link to={buildAuditAddress({ ...filter, actor: entry.actor_id ?? 'program' })} className={textLink}>
					{entry.actor_id === null ? 'Automatic' : (entry.actor_name ?? `User ${entry.actor_id} (deleted)`)}
				</Link>
			</Td>
			<Td label="Action">
				<div>
					{describeAction(entry.action)}
					{details.length > 0 && <div className={css.detail}>{details.join(', ')}</div>}
				</div>
			</Td>
			<Td label="Item" className={css.name}>
				<Subject entry={entry} />
			</Td>
		</Tr>
	);
}

function Subject({
	entry: { subject_type: type, subject_id: id, subject_name: name },
}: {
	entry: AuditEntryView;
}) {
	const kind = SUBJECT_LABELS[type as keyof typeof SUBJECT_LABELS] ?? type;
	return (
		<div>
			<Link to={buildAuditAddress({ subjectType: type, subjectId: id ?? '' })} className={textLink}>
				{name ?? `${kind}${id === null ? '' : ` ${id}`}`}
			</Link>
			<div className={css.detail}>{name === null ? kind : `${kind} ${id}`}</div>
		</div>
	);
}
