import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './table.css.ts';
import { hidden } from './text.css.ts';

export type TableProps = {
	caption: string;
	showCaption?: boolean;
	/** Below md rows become blocks, and every Td needs its `label`. Otherwise the table scrolls in its frame. */
	stacked?: boolean;
	/** Below md the cells of a row follow each other as they fit. */
	compact?: boolean;
	/** The names of the columns, and of those after them whose cells are at the end. */
	columns?: readonly string[];
	endColumns?: readonly string[];
	/** Instead of the columns: the Th cells of the head. */
	head?: ReactNode;
	children: ReactNode;
	className?: string;
};

export function Table({
	caption,
	showCaption,
	stacked = true,
	compact,
	columns = [],
	endColumns = [],
	head,
	children,
	className,
}: TableProps) {
	return (
		// A frame that scrolls must be reachable by keyboard.
		<section
			className={joinClasses(css.frame, className)}
			aria-label={caption}
			tabIndex={stacked ? undefined : 0}
		>
			<table className={joinClasses(css.table, stacked && css.stacked, compact && css.compact)}>
				<caption className={showCaption ? css.caption : hidden}>{caption}</caption>
				<thead>
					<tr className={css.row}>
						{head}
						{columns.map((name) => (
							<Th key={name}>{name}</Th>
						))}
						{endColumns.map((name) => (
							<Th key={name} end>
								{name}
							</Th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</section>
	);
}

type CellLook = { end?: boolean };

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
	return <tr {...rest} className={joinClasses(css.row, className)} />;
}

export function Th({ end, className, ...rest }: CellLook & ComponentProps<'th'>) {
	return <th scope="col" {...rest} className={joinClasses(css.head, end && css.end, className)} />;
}

/** `label` is the column's name, shown when the row is a block; `rowHead` makes the cell the row's header. */
export function Td({
	end,
	label,
	rowHead,
	className,
	...rest
}: CellLook & { label?: string; rowHead?: boolean } & ComponentProps<'td'>) {
	const look = joinClasses(css.cell, end && css.end, css.stackedCell, className);
	if (rowHead)
		return <th {...(rest as ComponentProps<'th'>)} scope="row" data-label={label} className={look} />;
	return <td {...rest} data-label={label} className={look} />;
}
