import type { ReactNode } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Select, TextInput } from '~/app/ui/field.tsx';
import { ChevronLeft, ChevronRight, Search } from '~/app/ui/icons.ts';
import { muted } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { COUNTED_ROWS } from '~/domain/limits.ts';
import { buildListHref, type ListAddress } from './list-address.ts';
import * as css from './manage.css.ts';
import { SelectionLink } from './selection-link.tsx';

export type ListFilter = {
	name: 'role' | 'status';
	label: string;
	all: string;
	options: Record<string, string>;
};

type ListToolsProps = {
	/** The label of the search field. */
	label: string;
	address: ListAddress;
	filter: ListFilter;
	/** The id of the form that the fields belong to: the list's own form, or one that only searches. */
	form: string;
	/** Whether the search is submitted by the button `find`, because the form does more than search. */
	hasFindButton: boolean;
	children?: ReactNode;
};

/** Renders the search above a list. */
export function ListTools({ label, address, filter, form, hasFindButton, children }: ListToolsProps) {
	return (
		<div className={css.tools}>
			<TextInput
				// The key resets the field when the search changes; text that was typed but not sent is dropped.
				key={`q-${address.q ?? ''}`}
				type="search"
				name="q"
				form={form}
				label={label}
				icon={Search}
				autoComplete="off"
				maxLength={100}
				defaultValue={address.q ?? ''}
				className={css.search}
			/>
			<Select
				key={`filter-${address[filter.name] ?? ''}`}
				name={filter.name}
				form={form}
				label={filter.label}
				defaultValue={address[filter.name] ?? ''}
				className={css.filter}
			>
				<option value="">{filter.all}</option>
				{Object.entries(filter.options).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</Select>
			{address.sort && <input type="hidden" name="sort" value={address.sort} form={form} />}
			{address.event && <input type="hidden" name="event" value={address.event} form={form} />}
			<Button form={form} formNoValidate {...(hasFindButton ? { name: 'intent', value: 'find' } : {})}>
				Search
			</Button>
			{children}
		</div>
	);
}

type PagerProps = {
	base: string;
	address: ListAddress;
	page: { next: string | null; previous: string | null; total: number | null };
	/** What is counted, in the singular, such as 'signup'. */
	itemName: string;
	isInForm: boolean;
};

/** Renders the number of rows and the links to the previous and next page. */
export function Pager({ base, address, page: { next, previous, total }, itemName, isInForm }: PagerProps) {
	return (
		<nav className={css.pager} aria-label="Pages">
			<span className={muted}>{describeTotal(total, itemName)}</span>
			<span className={css.pagerLinks}>
				{previous && (
					<SelectionLink
						to={buildListHref(base, address, { cursor: previous })}
						isInForm={isInForm}
						icon={ChevronLeft}
					>
						Previous
					</SelectionLink>
				)}
				{next && (
					<SelectionLink
						to={buildListHref(base, address, { cursor: next })}
						isInForm={isInForm}
						iconEnd={ChevronRight}
					>
						Next
					</SelectionLink>
				)}
			</span>
		</nav>
	);
}

function describeTotal(total: number | null, itemName: string): string {
	if (total === null) return `Many ${itemName}s match`;
	if (total > COUNTED_ROWS) return `More than ${formatCount(COUNTED_ROWS, itemName)}`;
	return formatCount(total, itemName);
}
