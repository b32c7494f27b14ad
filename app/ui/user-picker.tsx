import { type ChangeEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { type FieldErrorText, TextInput, useTypedText } from './field.tsx';
import { Icon } from './icon.tsx';
import { Search, X } from './icons.ts';
import { Name } from './name.tsx';
import { Announcement } from './notice.tsx';
import { hidden, mutedSmall } from './text.css.ts';
import { useHydrated } from './use-hydrated.ts';
import * as css from './user-picker.css.ts';

export type PickableUser = { id: string; name: string; note?: string; picture: string | null };

type UserPickerProps = {
	/** The name of the checkboxes; each value is an id. */
	name: string;
	label: string;
	/** The label of the search; errors of the selection are shown there too. */
	searchLabel: string;
	users: readonly PickableUser[];
	chosen: readonly string[];
	/** The search text when the server rendered the page. */
	search: string;
	/** Returns the name filter for a search text; it runs on the server and in the browser. */
	createFilter: (query: string) => (name: string) => boolean;
	error?: FieldErrorText;
	/** Gets the chosen ids after each change. Only with script. */
	onChange?: (ids: readonly string[]) => void;
};

/**
 * Renders a selection of users: the chosen ones as chips, the others in a list with a search. All of them are
 * checkboxes. Without script the button `find` renders the page again with the search applied and the
 * selection kept.
 */
export function UserPicker({ name, label, searchLabel, users, search, error, ...rest }: UserPickerProps) {
	const isScripted = useHydrated();
	const { text: query, props } = useTypedText(search);
	const picker = usePicker(users, { first: rest.chosen, onChange: rest.onChange }, label, props.ref);
	const matches = rest.createFilter(query);
	const found = picker.others.filter((user) => matches(user.name));
	return (
		<fieldset className={css.picker}>
			<legend className={hidden}>{label}</legend>
			{picker.chosen.length > 0 && (
				<ul className={css.chips} aria-label={`Chosen ${label.toLowerCase()}`}>
					{picker.chosen.map((user) => (
						<li key={user.id} className={css.chipPlace}>
							<ChosenUserChip
								name={name}
								user={user}
								isScripted={isScripted}
								onRemove={(box) => picker.remove(box, user)}
							/>
						</li>
					))}
				</ul>
			)}
			<input type="hidden" name="searched" value={isScripted ? query : search} />
			<div className={css.searchRow}>
				<TextInput
					{...props}
					type="search"
					name="search"
					label={searchLabel}
					error={error}
					placeholder="Search by name"
					icon={Search}
					autoComplete="off"
					maxLength={TEXT_LIMITS.search}
					className={css.search}
					defaultValue={search}
					onKeyDown={isScripted ? preventEnterSubmit : undefined}
				/>
				{!isScripted && (
					<Button name="find" value="1" formNoValidate className={css.find}>
						Search
					</Button>
				)}
			</div>
			<OtherUsers
				name={name}
				found={found}
				isScripted={isScripted}
				query={query}
				all={picker.others}
				onAdd={picker.add}
			/>
			<Announcement>{picker.announcement}</Announcement>
		</fieldset>
	);
}

/** Returns the chosen users in the order of choosing, and moves the focus when a checkbox leaves its list. */
function usePicker(
	users: readonly PickableUser[],
	{ first, onChange }: { first: readonly string[]; onChange: UserPickerProps['onChange'] },
	label: string,
	field: RefObject<HTMLInputElement | null>,
) {
	const [ids, setIds] = useState(first);
	const [announcement, setAnnouncement] = useState('');
	const byId = new Map(users.map((user) => [user.id, user]));
	const chosen = ids.flatMap((id) => byId.get(id) ?? []);
	const change = (box: HTMLElement, next: string[], words: string) => {
		focusNeighbor(box, field);
		setIds(next);
		onChange?.(next);
		setAnnouncement(`${words} ${label}: ${next.length}.`);
	};
	return {
		chosen,
		others: users.filter(({ id }) => !ids.includes(id)),
		announcement,
		add: (box: HTMLElement, { id, name }: PickableUser) => change(box, [...ids, id], `${name} is added.`),
		remove: (box: HTMLElement, { id, name }: PickableUser) =>
			change(
				box,
				ids.filter((other) => other !== id),
				`${name} is removed.`,
			),
	};
}

/** Moves the focus from a checkbox that leaves its list to the next one there, or to the search. */
function focusNeighbor(box: HTMLElement, field: RefObject<HTMLInputElement | null>): void {
	const place = box.closest('li');
	const neighbor = place?.nextElementSibling ?? place?.previousElementSibling;
	(neighbor?.querySelector('input') ?? field.current)?.focus({ preventScroll: true });
}

function preventEnterSubmit(event: KeyboardEvent) {
	if (event.key === 'Enter') event.preventDefault();
}

type UserBoxProps = { name: string; user: PickableUser; isScripted: boolean };

function ChosenUserChip({
	name,
	user,
	isScripted,
	onRemove,
}: UserBoxProps & { onRemove: (box: HTMLElement) => void }) {
	return (
		<label className={css.chip} title={user.name}>
			<input
				type="checkbox"
				name={name}
				value={user.id}
				className={css.box}
				{...(isScripted
					? { checked: true, onChange: (event: ChangeEvent<HTMLElement>) => onRemove(event.currentTarget) }
					: { defaultChecked: true })}
			/>
			<Avatar name={user.name} src={user.picture} size={28} />
			<Name className={css.chipName}>{user.name}</Name>
			<span className={css.cross}>
				<Icon icon={X} size="small" />
			</span>
		</label>
	);
}

type OtherUsersProps = {
	name: string;
	all: readonly PickableUser[];
	found: readonly PickableUser[];
	query: string;
	isScripted: boolean;
	onAdd: (box: HTMLElement, user: PickableUser) => void;
};

function OtherUsers({ name, all, found, query, isScripted, onAdd }: OtherUsersProps) {
	if (all.length === 0) return <p className={css.empty}>No one left to add.</p>;
	if (found.length === 0) return <p className={css.empty}>No one found for “{query}”.</p>;
	return (
		<ul className={css.list}>
			{found.map((user) => (
				<li key={user.id} className={css.rowPlace}>
					<label className={css.row}>
						<input
							type="checkbox"
							name={name}
							value={user.id}
							className={css.rowBox}
							{...(isScripted
								? {
										checked: false,
										onChange: (event: ChangeEvent<HTMLElement>) => onAdd(event.currentTarget, user),
									}
								: {})}
						/>
						<Avatar name={user.name} src={user.picture} size={28} />
						<span className={css.rowText}>
							<Name className={css.rowName} title={user.name}>
								{user.name}
							</Name>
							{user.note && <span className={mutedSmall}>{user.note}</span>}
						</span>
					</label>
				</li>
			))}
		</ul>
	);
}
