import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { type FetcherSubmitFunction, useFetcher } from 'react-router';
import { getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { Button, IconButton } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { FieldError, type FieldErrorText, TextArea, TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Plus, Search, X } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { hidden, muted } from '~/app/ui/text.css.ts';
import { PREFERENCE_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import {
	EMPTY_DRAFT,
	formatDraftStep,
	PREFERENCE_TEXTS,
	type PreferenceList,
} from '~/domain/users/preferences.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { UserChip } from './people-cards.tsx';
import * as css from './preferences-dialog.css.ts';
import type { DraftView, ListDraft } from './preferences-form.ts';
import * as profile from './profile.css.ts';

const LISTS = {
	players: {
		title: 'Preferred Players',
		search: 'Search players',
		companions: 'Players you played with',
		full: PREFERENCE_TEXTS.tooManyPlayers,
	},
	storytellers: {
		title: 'Preferred Storytellers',
		search: 'Search storytellers',
		companions: 'Storytellers you played with',
		full: PREFERENCE_TEXTS.tooManyStorytellers,
	},
} as const;

/** Renders the preferences. The form carries the draft: its buttons search, add and remove, and the last one saves. */
export function PreferencesDialog(initialDraft: DraftView) {
	// A fetcher, because a search while typing must not add an entry to the browser's history.
	const fetcher = useFetcher<DraftView>();
	const { players, storytellers, notes, refusal, failure } = fetcher.data ?? initialDraft;
	// With script a press counts at once, and a response that arrives later must not undo it.
	const [chosen, setChosen] = useState({ players: players.chosen, storytellers: storytellers.chosen });
	const createChangeHandler = (list: PreferenceList) => (users: PublicUserView[]) =>
		setChosen({ ...chosen, [list]: users });
	const isSaving = fetcher.formData?.get('do') === 'save';
	const searchHandlers = useDelayedSearch(fetcher.submit, isSaving);
	const fields = useFormFields({ id: 'preferences-form', values: { ...EMPTY_DRAFT, notes }, refusal });
	return (
		<Dialog title="Player Preferences" closeHref="/profile">
			<fetcher.Form
				id="preferences-form"
				method="post"
				action="/profile/preferences"
				className={css.form}
				{...searchHandlers}
			>
				<input type="hidden" name="intent" value="preferences.save" />
				{/* Enter in a field presses the form's first button, which must be the search. */}
				<button type="submit" name="do" value="search" className={hidden} tabIndex={-1} aria-hidden="true" />
				<FailureNotice failure={failure} />
				<ListEditor
					list="players"
					draft={{ ...players, chosen: chosen.players }}
					onChange={createChangeHandler('players')}
					field={fields.preferredPlayers}
				/>
				<ListEditor
					list="storytellers"
					draft={{ ...storytellers, chosen: chosen.storytellers }}
					onChange={createChangeHandler('storytellers')}
					field={fields.preferredStorytellers}
				/>
				<TextArea
					{...getTextProps(fields.notes)}
					label="Profile Notes"
					hint="Only creators and admins see this."
					maxLength={TEXT_LIMITS.profileNotes}
				/>
				<DialogActions backTo="/profile">
					<Button name="do" value="save" variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</fetcher.Form>
		</Dialog>
	);
}

type ListEditorProps = {
	list: PreferenceList;
	draft: ListDraft;
	onChange: (chosen: PublicUserView[]) => void;
	field: { name: string; errors: FieldErrorText };
};

function ListEditor({ list, draft, onChange, field }: ListEditorProps) {
	const { title } = LISTS[list];
	const maximum = PREFERENCE_LIMITS[list];
	const heading = useRef<HTMLHeadingElement>(null);
	const headingId = useId();
	const createClickHandler = (users: PublicUserView[]) => (event: MouseEvent) => {
		event.preventDefault();
		onChange(users);
		// The pressed button disappears, so the focus moves to the list's heading.
		heading.current?.focus({ preventScroll: true });
	};
	return (
		<section aria-labelledby={headingId} className={css.list}>
			<h3 ref={heading} id={headingId} tabIndex={-1} className={profile.listHead}>
				{title}{' '}
				<span className={profile.listCount} aria-live="polite">
					{draft.chosen.length} of {maximum}
				</span>
			</h3>
			{draft.chosen.length > 0 && (
				<ul className={profile.chips}>
					{draft.chosen.map((user) => (
						<UserChip key={user.id} user={user}>
							<input type="hidden" name={field.name} value={user.id} />
							<IconButton
								icon={X}
								label={`Remove ${formatDisplayName(user)}`}
								name="do"
								value={formatDraftStep({ action: 'remove', list, id: user.id })}
								onClick={createClickHandler(draft.chosen.filter(({ id }) => id !== user.id))}
							/>
						</UserChip>
					))}
				</ul>
			)}
			<FieldError error={field.errors} />
			{draft.chosen.length >= maximum ? (
				<p className={muted}>{LISTS[list].full}</p>
			) : (
				<ListSearch
					list={list}
					draft={draft}
					createAddHandler={(user) => createClickHandler([...draft.chosen, user])}
				/>
			)}
		</section>
	);
}

type ListSearchProps = {
	list: PreferenceList;
	draft: ListDraft;
	createAddHandler: (user: PublicUserView) => (event: MouseEvent) => void;
};

function ListSearch({ list, draft, createAddHandler }: ListSearchProps) {
	const { search, companions } = LISTS[list];
	const query = draft.query.trim();
	const matches = draft.matches.filter(({ id }) => !draft.chosen.some((user) => user.id === id));
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
				{query !== '' && draft.matches.length === 0 && <p className={muted}>No one found for "{query}".</p>}
				{query === '' && matches.length > 0 && <p className={css.companions}>{companions}</p>}
				{matches.length > 0 && (
					<ul className={css.matches} aria-label={query === '' ? companions : `Found among ${list}`}>
						{matches.map((user) => (
							<li key={user.id}>
								<button
									type="submit"
									name="do"
									value={formatDraftStep({ action: 'add', list, id: user.id })}
									className={css.match}
									onClick={createAddHandler(user)}
								>
									<UserAvatar name={formatDisplayName(user)} user={user} size={28} pixels={64} />
									<span className={css.matchName}>Add {formatDisplayName(user)}</span>
									<Icon icon={Plus} size="small" />
								</button>
							</li>
						))}
					</ul>
				)}
			</div>
		</>
	);
}

const SEARCH_DELAY_MS = 250;

/**
 * Returns the handlers of a form with search fields. The search is sent when the typing pauses. Submitting by
 * a button cancels it, because a search sent after a save would abort the save.
 */
function useDelayedSearch(submit: FetcherSubmitFunction, isSaving: boolean) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
		if (isSaving || !(target instanceof HTMLInputElement) || target.type !== 'search') return;
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			const fields = new FormData(form);
			fields.set('do', 'search');
			void submit(fields, { method: 'post', action: '/profile/preferences' });
		}, SEARCH_DELAY_MS);
	};
	const onSubmit = () => clearTimeout(timer.current);
	return { onInput, onSubmit };
}
