import { Plus, Search, X } from 'lucide-react';
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { type FetcherSubmitFunction, useFetcher } from 'react-router';
import { Button, ButtonLink, IconButton } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { FieldError, TextArea, TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden, muted } from '~/app/ui/text.css.ts';
import { PREFERENCE_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { LIST_FIELDS, type PreferenceList, writeDraftStep } from '~/domain/people/draft.ts';
import { PREFERENCE_TEXTS } from '~/domain/people/preferences.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { nameOf, PersonChip } from './person-chip.tsx';
import * as css from './preferences-dialog.css.ts';
import type { DraftView, ListDraft, UnsentDraft } from './preferences-form.ts';
import * as profile from './profile.css.ts';

const LISTS = {
	players: {
		title: 'Preferred Players',
		search: 'Search players',
		full: PREFERENCE_TEXTS.manyPlayers,
	},
	storytellers: {
		title: 'Preferred Storytellers',
		search: 'Search storytellers',
		full: PREFERENCE_TEXTS.manyStorytellers,
	},
} as const;

/**
 * Renders the form of the player preferences. The form carries the draft: its buttons search, add and remove,
 * and the last one saves.
 */
export function PreferencesDialog(said: DraftView) {
	// A fetcher, because a search while typing must not add an entry to the browser's history.
	const fetcher = useFetcher<DraftView | UnsentDraft>();
	const { players, storytellers, notes, fieldErrors, failure } = useLastAnswer(said, fetcher.data);
	// With script a press counts at once, and a response that arrives later must not undo it.
	const [chosen, setChosen] = useState({ players: players.chosen, storytellers: storytellers.chosen });
	const change = (list: PreferenceList) => (people: PersonView[]) => setChosen({ ...chosen, [list]: people });
	const isSaving = fetcher.formData?.get('do') === 'save';
	const searching = useSearchSoon(fetcher.submit, isSaving);
	return (
		<Dialog title="Player Preferences" closeHref="/profile">
			<fetcher.Form method="post" action="/profile/preferences" className={css.form} {...searching}>
				<input type="hidden" name="intent" value="preferences.save" />
				{/* Enter in a field presses the form's first button, which must be the search. */}
				<button type="submit" name="do" value="search" className={hidden} tabIndex={-1} aria-hidden="true" />
				{failure && (
					<Notice tone="error" title={failure.title}>
						{failure.error}
					</Notice>
				)}
				<ListEditor
					list="players"
					draft={{ ...players, chosen: chosen.players }}
					onChange={change('players')}
					fieldErrors={fieldErrors}
				/>
				<ListEditor
					list="storytellers"
					draft={{ ...storytellers, chosen: chosen.storytellers }}
					onChange={change('storytellers')}
					fieldErrors={fieldErrors}
				/>
				<TextArea
					name="notes"
					label="Profile Notes"
					hint="For the creators and admins who split the groups"
					maxLength={TEXT_LIMITS.profileNotes}
					defaultValue={notes}
					error={fieldErrors.notes}
				/>
				<DialogActions>
					<ButtonLink to="/profile" variant="quiet" preventScrollReset>
						Cancel
					</ButtonLink>
					<Button name="do" value="save" variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</fetcher.Form>
		</Dialog>
	);
}

/** Returns the server's last response. When the server was not reached, the previous response stays. */
function useLastAnswer(said: DraftView, answered: DraftView | UnsentDraft | undefined): DraftView {
	const [last, setLast] = useState<DraftView>();
	if (!answered) return said;
	if ('offline' in answered) return { ...(last ?? said), failure: answered.failure };
	if (answered !== last) setLast(answered);
	return answered;
}

type ListEditorProps = {
	list: PreferenceList;
	draft: ListDraft;
	onChange: (chosen: PersonView[]) => void;
	fieldErrors: FieldErrors;
};

function ListEditor({ list, draft, onChange, fieldErrors }: ListEditorProps) {
	const { title } = LISTS[list];
	const most = PREFERENCE_LIMITS[list];
	const heading = useRef<HTMLHeadingElement>(null);
	const headingId = useId();
	const press = (people: PersonView[]) => (event: MouseEvent) => {
		event.preventDefault();
		onChange(people);
		// The pressed button disappears, so the focus moves to the list's heading.
		heading.current?.focus({ preventScroll: true });
	};
	return (
		<section aria-labelledby={headingId} className={css.list}>
			<h3 ref={heading} id={headingId} tabIndex={-1} className={profile.listHead}>
				{title}{' '}
				<span className={profile.listCount} aria-live="polite">
					{draft.chosen.length} of {most}
				</span>
			</h3>
			{draft.chosen.length > 0 && (
				<ul className={profile.chips}>
					{draft.chosen.map((person) => (
						<PersonChip key={person.id} person={person}>
							<input type="hidden" name={LIST_FIELDS[list]} value={person.id} />
							<IconButton
								icon={X}
								label={`Remove ${nameOf(person)}`}
								name="do"
								value={writeDraftStep({ act: 'remove', list, id: person.id })}
								onClick={press(draft.chosen.filter(({ id }) => id !== person.id))}
							/>
						</PersonChip>
					))}
				</ul>
			)}
			<FieldError error={fieldErrors[LIST_FIELDS[list]]} />
			{draft.chosen.length >= most ? (
				<p className={muted}>{LISTS[list].full}</p>
			) : (
				<ListSearch list={list} draft={draft} pressAdd={(person) => press([...draft.chosen, person])} />
			)}
		</section>
	);
}

type ListSearchProps = {
	list: PreferenceList;
	draft: ListDraft;
	pressAdd: (person: PersonView) => (event: MouseEvent) => void;
};

/** Renders the search of a list, or a text in its place when the list is full. */
function ListSearch({ list, draft, pressAdd }: ListSearchProps) {
	const { search } = LISTS[list];
	const query = draft.query.trim();
	const matches = draft.matches.filter(({ id }) => !draft.chosen.some((person) => person.id === id));
	return (
		<>
			<div className={css.search}>
				<TextInput
					type="search"
					name={`${list}Query`}
					label={search}
					hideLabel
					placeholder={search}
					icon={Search}
					autoComplete="off"
					defaultValue={draft.query}
				/>
				<Button name="do" value="search" aria-label={search}>
					Search
				</Button>
			</div>
			<div aria-live="polite">
				{query !== '' && draft.matches.length === 0 && <p className={muted}>Nobody is found by ‘{query}’.</p>}
				{matches.length > 0 && (
					<ul className={css.matches} aria-label={`Found among ${list}`}>
						{matches.map((person) => (
							<li key={person.id}>
								<button
									type="submit"
									name="do"
									value={writeDraftStep({ act: 'add', list, id: person.id })}
									className={css.match}
									onClick={pressAdd(person)}
								>
									<Icon icon={Plus} size="small" />
									<span className={css.matchName}>Add {nameOf(person)}</span>
								</button>
							</li>
						))}
					</ul>
				)}
			</div>
		</>
	);
}

const PAUSE_MS = 250;

/**
 * Returns the handlers of a form with search fields. The search is sent when the typing pauses. Submitting by
 * a button cancels it, because a search sent after a save would abort the save.
 */
function useSearchSoon(submit: FetcherSubmitFunction, isSaving: boolean) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
		if (isSaving || !(target instanceof HTMLInputElement) || target.type !== 'search') return;
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			const fields = new FormData(form);
			fields.set('do', 'search');
			void submit(fields, { method: 'post', action: '/profile/preferences' });
		}, PAUSE_MS);
	};
	const onSubmit = () => clearTimeout(timer.current);
	return { onInput, onSubmit };
}
