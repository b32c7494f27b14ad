import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Options, Select, TextInput } from '~/app/ui/field.tsx';
import { ChevronLeft, ChevronRight, Search } from '~/app/ui/icons.ts';
import { muted } from '~/app/ui/text.css.ts';
import { useShownQuery } from '~/app/ui/use-shown-query.ts';
import type { Page } from '~/domain/admin/schema.ts';
import { describePage } from '~/domain/admin/texts.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
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
	label: string;
	address: ListAddress;
	filter: ListFilter;
	/** The id of the form that the fields belong to: the list's own form, or one that only searches. */
	form: string;
	/** Whether the search is submitted by the button `find`, because the form does more than search. */
	hasFindButton: boolean;
	children?: ReactNode;
};

export function ListTools({ label, address, filter, form, hasFindButton, children }: ListToolsProps) {
	const { search, searchSoon } = useSearch();
	return (
		<search className={css.tools}>
			<TextInput
				ref={useShownQuery<HTMLInputElement>(address.q ?? '')}
				onInput={hasFindButton ? undefined : searchSoon}
				type="search"
				name="q"
				form={form}
				label={label}
				icon={Search}
				autoComplete="off"
				maxLength={TEXT_LIMITS.search}
				defaultValue={address.q ?? ''}
				className={css.search}
			/>
			<Select
				ref={useShownQuery<HTMLSelectElement>(address[filter.name] ?? '')}
				onChange={hasFindButton ? undefined : search}
				name={filter.name}
				form={form}
				label={filter.label}
				defaultValue={address[filter.name] ?? ''}
				className={css.filter}
			>
				<option value="">{filter.all}</option>
				<Options entries={Object.entries(filter.options)} />
			</Select>
			{address.sort && <input type="hidden" name="sort" value={address.sort} form={form} />}
			{address.event && <input type="hidden" name="event" value={address.event} form={form} />}
			<Button form={form} formNoValidate {...(hasFindButton ? { name: 'intent', value: 'find' } : {})}>
				Search
			</Button>
			{children}
		</search>
	);
}

/** How long a pause in typing starts the search. */
const PAUSE_MS = 250;

/** Returns the handlers that send the list's search: at once, or when a user stops typing. */
function useSearch() {
	const submit = useSubmit();
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => {
		// A form that is sent in the pause would be interrupted by the search.
		const stop = () => clearTimeout(timer.current);
		document.addEventListener('submit', stop, true);
		return () => {
			stop();
			document.removeEventListener('submit', stop, true);
		};
	}, []);
	const send = (form: HTMLFormElement | null) => {
		clearTimeout(timer.current);
		if (form) void submit(form, { replace: true, preventScrollReset: true });
	};
	return {
		search: ({ currentTarget }: FormEvent<HTMLSelectElement>) => send(currentTarget.form),
		searchSoon: ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
			clearTimeout(timer.current);
			timer.current = setTimeout(() => send(field.form), PAUSE_MS);
		},
	};
}

type PagerProps = {
	base: string;
	address: ListAddress;
	page: Page<unknown>;
	/** What is counted, in the singular, such as 'signup'. */
	itemName: string;
	isInForm: boolean;
};

export function Pager({ base, address, page, itemName, isInForm }: PagerProps) {
	const { next, previous } = page;
	return (
		<nav className={css.pager} aria-label="Pages">
			<span className={muted}>{describePage(page, itemName)}</span>
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
