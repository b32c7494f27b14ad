import { Search, X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { type FieldErrorText, TextInput } from './field.tsx';
import { Icon } from './icon.tsx';
import * as css from './people-picker.css.ts';
import { hidden } from './text.css.ts';
import { useHydrated } from './use-hydrated.ts';

export type PickablePerson = { id: string; name: string; note?: string; picture: string | null };

type PeoplePickerProps = {
	/** The name of the checkboxes; each value is an id. */
	name: string;
	/** The name of the group, such as 'Storytellers'. */
	label: string;
	/** The label of the search; errors of the selection are shown there too. */
	searchLabel: string;
	people: readonly PickablePerson[];
	/** The ids that are chosen at first. */
	chosen: readonly string[];
	/** The search text when the server rendered the page. */
	search: string;
	/** Returns the name filter for a search text; it runs on the server and in the browser. */
	createFilter: (query: string) => (name: string) => boolean;
	error?: FieldErrorText;
};

/**
 * Renders a selection of users: the chosen ones as chips, the others in a list with a search. All of them are
 * checkboxes. Without script the button `find` renders the page again with the search applied and the
 * selection kept.
 */
export function PeoplePicker({
	name,
	label,
	searchLabel,
	people,
	search,
	error,
	...rest
}: PeoplePickerProps) {
	const isScripted = useHydrated();
	const picker = usePicker(people, rest.chosen, label);
	const [query, setQuery] = useState(search);
	const matches = rest.createFilter(query);
	const found = picker.others.filter((person) => matches(person.name));
	return (
		<fieldset className={css.picker}>
			<legend className={hidden}>{label}</legend>
			{picker.chosen.length > 0 && (
				<ul className={css.chips} aria-label={`Chosen ${label.toLowerCase()}`}>
					{picker.chosen.map((person) => (
						<li key={person.id} className={css.chipPlace}>
							<PersonChip {...{ name, person, isScripted }} onRemove={(box) => picker.remove(box, person)} />
						</li>
					))}
				</ul>
			)}
			<input type="hidden" name="searched" value={isScripted ? query : search} />
			<div className={css.searchRow}>
				<TextInput
					ref={picker.field}
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
					onChange={(event) => setQuery(event.currentTarget.value)}
					onKeyDown={isScripted ? stopEnter : undefined}
				/>
				{!isScripted && (
					<Button name="find" value="1" formNoValidate className={css.find}>
						Search
					</Button>
				)}
			</div>
			<OtherPeople {...{ name, found, isScripted, query }} all={picker.others} onAdd={picker.add} />
			<p role="status" className={hidden}>
				{picker.said}
			</p>
		</fieldset>
	);
}

/** Returns the chosen users in the order of choosing, and moves the focus when a checkbox leaves its list. */
function usePicker(people: readonly PickablePerson[], first: readonly string[], label: string) {
	const [ids, setIds] = useState(first);
	const [said, setSaid] = useState('');
	const field = useRef<HTMLInputElement>(null);
	const byId = new Map(people.map((person) => [person.id, person]));
	const chosen = ids.flatMap((id) => byId.get(id) ?? []);
	const change = (box: HTMLElement, next: string[], words: string) => {
		focusNeighbour(box, field);
		setIds(next);
		setSaid(`${words} ${label}: ${next.length}.`);
	};
	return {
		field,
		chosen,
		others: people.filter(({ id }) => !ids.includes(id)),
		said,
		add: (box: HTMLElement, { id, name }: PickablePerson) => change(box, [...ids, id], `${name} is added.`),
		remove: (box: HTMLElement, { id, name }: PickablePerson) =>
			change(
				box,
				ids.filter((other) => other !== id),
				`${name} is removed.`,
			),
	};
}

/** Moves the focus from a checkbox that leaves its list to the next one there, or to the search. */
function focusNeighbour(box: HTMLElement, field: RefObject<HTMLInputElement | null>): void {
	const place = box.closest('li');
	const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
	(neighbour?.querySelector('input') ?? field.current)?.focus({ preventScroll: true });
}

function stopEnter(event: KeyboardEvent) {
	if (event.key === 'Enter') event.preventDefault();
}

type PersonBoxProps = { name: string; person: PickablePerson; isScripted: boolean };

function PersonChip({
	name,
	person,
	isScripted,
	onRemove,
}: PersonBoxProps & { onRemove: (box: HTMLElement) => void }) {
	return (
		<label className={css.chip} title={person.name}>
			<input
				type="checkbox"
				name={name}
				value={person.id}
				className={css.box}
				{...(isScripted
					? { checked: true, onChange: (event: ChangeEvent<HTMLElement>) => onRemove(event.currentTarget) }
					: { defaultChecked: true })}
			/>
			<Avatar name={person.name} src={person.picture} size={28} />
			<span className={css.chipName}>{person.name}</span>
			<span className={css.cross}>
				<Icon icon={X} size="small" />
			</span>
		</label>
	);
}

type OtherPeopleProps = {
	name: string;
	all: readonly PickablePerson[];
	found: readonly PickablePerson[];
	query: string;
	isScripted: boolean;
	onAdd: (box: HTMLElement, person: PickablePerson) => void;
};

function OtherPeople({ name, all, found, query, isScripted, onAdd }: OtherPeopleProps) {
	if (all.length === 0) return <p className={css.nobody}>There is nobody left to add.</p>;
	if (found.length === 0) return <p className={css.nobody}>Nobody is called “{query}”.</p>;
	return (
		<ul className={css.list}>
			{found.map((person) => (
				<li key={person.id} className={css.rowPlace}>
					<label className={css.row}>
						<input
							type="checkbox"
							name={name}
							value={person.id}
							className={css.rowBox}
							{...(isScripted
								? {
										checked: false,
										onChange: (event: ChangeEvent<HTMLElement>) => onAdd(event.currentTarget, person),
									}
								: {})}
						/>
						<Avatar name={person.name} src={person.picture} size={28} />
						<span className={css.rowText}>
							<span className={css.rowName} title={person.name}>
								{person.name}
							</span>
							{person.note && <span className={css.rowNote}>{person.note}</span>}
						</span>
					</label>
				</li>
			))}
		</ul>
	);
}
