import { Link } from 'react-router';
import { UndoForm } from '~/app/shell/undo-form.tsx';
import { Disclosure } from '~/app/ui/disclosure.tsx';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { AuditChange, AuditItem } from '~/domain/audit.ts';
import { describeAuditItem, describeChange, ITEM } from '~/domain/audit-sentences.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import * as css from './audit.css.ts';
import { type AuditFilterValues, buildAuditAddress } from './filter-address.ts';

type AuditTableProps = { changes: readonly AuditChange[]; filter: AuditFilterValues };

export function AuditTable({ changes, filter }: AuditTableProps) {
	return (
		<Table
			caption="Audit trail"
			head={
				<>
					<Th>When</Th>
					<Th>Change</Th>
				</>
			}
		>
			{changes.map((change) => (
				<ChangeRow key={change.id} change={change} filter={filter} />
			))}
		</Table>
	);
}

const POSSESSIVE = '’s';

/** Renders one change as a sentence. Its names link to related changes. */
function ChangeRow({ change, filter }: { change: AuditChange; filter: AuditFilterValues }) {
	const [item] = change.items;
	return (
		<Tr>
			<Td rowHead label="When" className={css.when}>
				<time dateTime={change.created_at}>
					{formatOrdinalDate(change.created_at, EASTERN)}{' '}
					<span className={css.time}>{formatTime(change.created_at, EASTERN)}</span>
				</time>
			</Td>
			<Td className={css.change}>
				<div className={css.changeText}>
					<p>
						<span className={css.name}>
							<ActorLink change={change} filter={filter} />
						</span>{' '}
						<Sentence change={change} />
					</p>
					{change.count === 1 && item && <ItemIds item={item} />}
					{change.count > 1 && <ChangedItems change={change} />}
					{change.canUndo && (
						<UndoForm entryId={change.id} back={buildAuditAddress(filter)} className={css.undo} />
					)}
				</div>
			</Td>
		</Tr>
	);
}

/** Renders what the actor did; the name of a single item is a link. */
function Sentence({ change }: { change: AuditChange }) {
	const [before = '', after] = describeChange(change).split(ITEM);
	const [item] = change.items;
	const ending = after?.startsWith(POSSESSIVE) ? POSSESSIVE : '';
	return (
		<>
			{before}
			{after !== undefined && item && (
				<span className={css.name}>
					<ItemLink item={item} />
					{ending}
				</span>
			)}
			{after?.slice(ending.length)}
		</>
	);
}

function ActorLink({ change, filter }: { change: AuditChange; filter: AuditFilterValues }) {
	const { actor_id: id, actor_name: name } = change;
	return (
		<Link to={buildAuditAddress({ ...filter, actor: id ?? 'program' })} className={textLink}>
			{id === null ? 'Automatic:' : (name ?? `User ${id} (deleted)`)}
		</Link>
	);
}

function ItemLink({ item }: { item: AuditItem }) {
	return (
		<Link
			to={buildAuditAddress({ subjectType: item.subject_type, subjectId: item.subject_id ?? '' })}
			className={textLink}
		>
			{describeAuditItem(item)}
		</Link>
	);
}

/** Renders whose the item was, by their ids. A deleted signup or comment has no other name. */
function ItemIds({ item: { subject_name: name, detail } }: { item: AuditItem }) {
	if (name !== null || detail.userId === undefined) return null;
	return (
		<p className={css.detail}>
			of user {String(detail.userId)}, for event {String(detail.eventId)}
		</p>
	);
}

/** Renders the items of a bulk change, each as a sentence and closed at first. */
function ChangedItems({ change }: { change: AuditChange }) {
	const { count, items } = change;
	const rest = count - items.length;
	return (
		<Disclosure label={rest > 0 ? `Show the first ${items.length}` : `Show all ${count}`}>
			<ul className={css.items}>
				{items.map((item, i) => (
					<li key={i}>
						<Sentence change={{ ...change, count: 1, items: [item] }} />
						<ItemIds item={item} />
					</li>
				))}
			</ul>
			{rest > 0 && <p className={css.detail}>To find another one, filter by its kind and ID.</p>}
		</Disclosure>
	);
}
