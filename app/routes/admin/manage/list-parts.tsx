import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRootData } from '~/app/shell/root-data.ts';
import { useHeldFlash } from '~/app/shell/use-held-flash.ts';
import { Button } from '~/app/ui/button.tsx';
import { Select, TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { Th } from '~/app/ui/table.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { COUNTED_ROWS } from '~/domain/limits.ts';
import { CarryLink } from './carry-link.tsx';
import { type ListAddress, listHref } from './list-address.ts';
import * as css from './manage.css.ts';

/** Renders the list's flash message inside the dialog. */
export function DialogFlash() {
	const flash = useHeldFlash(useRootData()?.flash ?? null);
	if (!flash) return null;
	return (
		<Notice tone={flash.tone} title={flash.title}>
			{flash.text}
		</Notice>
	);
}

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
	finds: boolean;
	children?: ReactNode;
};

/** Renders the search above a list. */
export function ListTools({ label, address, filter, form, finds, children }: ListToolsProps) {
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
			<Button form={form} formNoValidate {...(finds ? { name: 'intent', value: 'find' } : {})}>
				Search
			</Button>
			{children}
		</div>
	);
}

type SortHeadProps = {
	base: string;
	address: ListAddress;
	/** The column's name; without a sign it means ascending. */
	field: string;
	/** The values of `sort` in the address for ascending and descending. */
	up: string;
	down: string;
	carries: boolean;
	children: string;
	end?: boolean;
};

/** Renders a column head that sorts the list by this column; pressing it again reverses the order. */
export function SortHead({ base, address, field, up, down, carries, children, end }: SortHeadProps) {
	const sort = address.sort ?? 'newest';
	const isUp = sort === up;
	const isDown = sort === down;
	const next = isUp ? down : isDown ? up : field === 'created' ? down : up;
	return (
		<Th end={end} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
			<CarryLink
				to={listHref(base, address, { sort: next })}
				carries={carries}
				variant="link"
				className={css.sort}
			>
				{children}
				{(isUp || isDown) && <Icon icon={isUp ? ArrowUp : ArrowDown} size="small" />}
			</CarryLink>
		</Th>
	);
}

type PagerProps = {
	base: string;
	address: ListAddress;
	page: { next: string | null; previous: string | null; total: number | null };
	/** What is counted, in the singular, such as 'signup'. */
	what: string;
	carries: boolean;
};

/** Renders the number of rows and the links to the previous and next page. */
export function Pager({ base, address, page: { next, previous, total }, what, carries }: PagerProps) {
	return (
		<nav className={css.pager} aria-label="Pages">
			<span className={muted}>
				{describeTotal(total, what, address.q ? COUNTED_ROWS.found : COUNTED_ROWS.all)}
			</span>
			<span className={css.turns}>
				{previous && (
					<CarryLink to={listHref(base, address, { cursor: previous })} carries={carries} icon={ChevronLeft}>
						Previous
					</CarryLink>
				)}
				{next && (
					<CarryLink to={listHref(base, address, { cursor: next })} carries={carries} iconEnd={ChevronRight}>
						Next
					</CarryLink>
				)}
			</span>
		</nav>
	);
}

function describeTotal(total: number | null, what: string, most: number): string {
	if (total === null) return `Many ${what}s match`;
	if (total > most) return `More than ${most.toLocaleString('en-US')} ${what}s`;
	return `${total.toLocaleString('en-US')} ${total === 1 ? what : `${what}s`}`;
}
