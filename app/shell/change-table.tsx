import type { ReactNode } from 'react';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Name } from '~/app/ui/name.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import type { AuditChange, AuditItem } from '~/domain/audit.ts';
import { describeAuditItem, describeChange, describeUndoEffect, ITEM } from '~/domain/audit-sentences.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import * as css from './change-table.css.ts';
import { UndoForm } from './undo-form.tsx';

type RenderItem = (item: AuditItem, name: string) => ReactNode;

type ChangeTableProps = {
	caption: string;
	changes: readonly AuditChange[];
	/** The address of the list, to which an undo returns. */
	back: string;
	renderActor: (change: AuditChange) => ReactNode;
	renderItem: RenderItem;
	/** What to do to find an item of a bulk change that has too many to show. */
	hint?: string;
};

/** Renders changes of the audit trail, each as a sentence, with the button that undoes it while that is possible. */
export function ChangeTable({ caption, changes, back, renderActor, renderItem, hint }: ChangeTableProps) {
	return (
		<Table caption={caption} columns={['When', 'Change']}>
			{changes.map((change) => (
				<Tr key={change.id}>
					<Td rowHead label="When" className={css.when}>
						<time dateTime={change.created_at}>
							{formatOrdinalDate(change.created_at, EASTERN)}{' '}
							<span className={css.time}>{formatTime(change.created_at, EASTERN)}</span>
						</time>
					</Td>
					<Td className={css.change}>
						<div className={css.changeText}>
							<p>
								<Name className={css.name}>{renderActor(change)}</Name>{' '}
								<Sentence change={change} renderItem={renderItem} />
							</p>
							{change.count === 1 && change.items[0] && <ItemIds item={change.items[0]} />}
							{change.count > 1 && <ChangedItems change={change} renderItem={renderItem} hint={hint} />}
							{change.undone_by && (
								<p className={css.detail}>
									Undone by <Name>{change.undone_by}</Name>.
								</p>
							)}
							{change.undoable_until && (
								<Disclosure label="Undo">
									<p className={css.detail}>{describeUndoEffect(change.action)}</p>
									<UndoForm entryId={change.id} back={back} label="Undo this change" className={css.undo} />
								</Disclosure>
							)}
						</div>
					</Td>
				</Tr>
			))}
		</Table>
	);
}

const POSSESSIVE = '’s';

type SentenceProps = { change: AuditChange; renderItem: RenderItem };

function Sentence({ change, renderItem }: SentenceProps) {
	const [before = '', after] = describeChange(change).split(ITEM);
	const [item] = change.items;
	const ending = after?.startsWith(POSSESSIVE) ? POSSESSIVE : '';
	return (
		<>
			{before}
			{after !== undefined && item && (
				<Name className={css.name}>
					{renderItem(item, describeAuditItem(item, change.created_at))}
					{ending}
				</Name>
			)}
			{after?.slice(ending.length)}
		</>
	);
}

/** Renders whose the item was, by their ids, when the user has no name any more. */
function ItemIds({ item: { user_name: name, detail } }: { item: AuditItem }) {
	if (name !== null || detail.userId === undefined) return null;
	return (
		<p className={css.detail}>
			of user {String(detail.userId)}, for event {String(detail.eventId)}
		</p>
	);
}

/** Renders the items of a bulk change, each as a sentence and closed at first. */
function ChangedItems({ change, renderItem, hint }: SentenceProps & { hint: string | undefined }) {
	const { count, items } = change;
	const rest = count - items.length;
	return (
		<Disclosure label={rest > 0 ? `Show the first ${items.length}` : `Show all ${count}`}>
			<ul className={css.items}>
				{items.map((item, i) => (
					<li key={i}>
						<Sentence change={{ ...change, count: 1, items: [item] }} renderItem={renderItem} />
						<ItemIds item={item} />
					</li>
				))}
			</ul>
			{rest > 0 && hint && <p className={css.detail}>{hint}</p>}
		</Disclosure>
	);
}
