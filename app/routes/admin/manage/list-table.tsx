import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { hidden, muted, textLink } from '~/app/ui/text.css.ts';
import { buildListHref, type ListAddress } from './list-address.ts';
import * as css from './manage.css.ts';
import { RowCheck } from './selection-bar.tsx';
import { SelectionLink } from './selection-link.tsx';
import type { Selection } from './selection-list.tsx';

export type Column<Row> = {
	/** The head, and on phones the label of each cell. */
	label: string;
	/** The column's name in `sort` of the address, when the list can be sorted by it. */
	sort?: SortName;
	isRowHead?: boolean;
	/** Whether the cells are at the end of the row. */
	end?: boolean;
	className?: string;
	cell: (row: Row) => ReactNode;
};

type SortName = 'title' | 'date' | 'person' | 'name' | 'created';

type ListTableProps<Row> = {
	/** What is listed, in the plural, such as 'Signups'. */
	caption: string;
	/** The list's own address, without its query. */
	base: string;
	address: ListAddress;
	/** The list's order when the address has none. */
	defaultSort?: string;
	rows: readonly Row[];
	columns: readonly Column<Row>[];
	/** Lets rows be selected: the list is inside a form then. */
	select?: { selection: Selection; getLabel: (row: Row) => string };
};

export function ListTable<Row extends { id: string }>({
	caption,
	base,
	address,
	defaultSort = 'newest',
	rows,
	columns,
	select,
}: ListTableProps<Row>) {
	if (rows.length === 0) return <p className={muted}>{`No ${caption.toLowerCase()} found.`}</p>;
	return (
		<Table
			caption={caption}
			compact
			head={
				<>
					{select && (
						<Th className={css.checkHead}>
							<span className={hidden}>Selected</span>
						</Th>
					)}
					{columns.map(({ label, sort, end }) =>
						sort ? (
							<SortHead
								key={label}
								base={base}
								address={address}
								name={sort}
								current={address.sort ?? defaultSort}
								isInForm={select !== undefined}
							>
								{label}
							</SortHead>
						) : (
							<Th key={label} end={end}>
								{label}
							</Th>
						),
					)}
				</>
			}
		>
			{rows.map((row) => (
				<Tr key={row.id}>
					{select && (
						<Td label="Select" className={css.checkCell}>
							<RowCheck id={row.id} label={select.getLabel(row)} selection={select.selection} />
						</Td>
					)}
					{columns.map(({ label, isRowHead, end, className, cell }) => (
						<Td key={label} label={label} rowHead={isRowHead} end={end} className={className}>
							{cell(row)}
						</Td>
					))}
				</Tr>
			))}
		</Table>
	);
}

type SortHeadProps = {
	base: string;
	address: ListAddress;
	name: SortName;
	current: string;
	isInForm: boolean;
	children: string;
};

const SORT_ICONS = {
	ascending: ArrowUp,
	descending: ArrowDown,
	other: ArrowUp,
	none: ChevronsUpDown,
} as const;

/** Renders a column head that sorts the list by this column; pressing it again reverses the order. */
function SortHead({ base, address, name, current, isInForm, children }: SortHeadProps) {
	const [ascending, descending] = name === 'created' ? ['oldest', 'newest'] : [name, `-${name}`];
	// Upcoming first is an order by date that is neither ascending nor descending.
	const orders = {
		[ascending]: 'ascending',
		[descending]: 'descending',
		upcoming: name === 'date' && 'other',
	} as const;
	const order = orders[current] || 'none';
	const first = name === 'created' ? descending : ascending;
	const next = order === 'ascending' ? descending : order === 'descending' ? ascending : first;
	return (
		<Th aria-sort={order}>
			<SelectionLink
				to={buildListHref(base, address, { sort: next })}
				isInForm={isInForm}
				variant="link"
				className={css.sort}
			>
				{children}
				<Icon icon={SORT_ICONS[order]} size="small" />
			</SelectionLink>
		</Th>
	);
}

type UserCellProps = {
	name: string;
	user: { discord_id: string | null; avatar: string | null };
	children?: ReactNode;
};

export function UserCell({ name, user, children }: UserCellProps) {
	return (
		<span className={css.user}>
			<UserAvatar name={name} user={user} size={36} />
			<span className={css.text}>
				<Name className={joinClasses(css.name, css.title)}>{name}</Name>
				{children}
			</span>
		</span>
	);
}

type EventCellProps = {
	eventId: string;
	title: string;
	children: ReactNode;
};

export function EventCell({ eventId, title, children }: EventCellProps) {
	return (
		<span className={css.text}>
			<Link to={`/events/${eventId}`} className={joinClasses(textLink, css.title)} title={title}>
				<Name>{title}</Name>
			</Link>
			<div className={css.subtext}>{children}</div>
		</span>
	);
}
