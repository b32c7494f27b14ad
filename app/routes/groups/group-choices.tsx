import {
	type ChangeEvent,
	type FocusEvent,
	type KeyboardEvent,
	type ReactNode,
	useId,
	useRef,
	useState,
} from 'react';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { ChevronsUpDown, Sparkles } from '~/app/ui/icons.ts';
import { NameOption } from '~/app/ui/name.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { formatCount } from '~/domain/format-count.ts';
import { listStorytellerOptions } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { useBoardScreen } from './board-screen.ts';
import * as css from './group-card.css.ts';
import { StepForm } from './step-form.tsx';

export type GroupChoicesProps = { group: BoardGroup; storytellers: OpenGroups['storytellers'] };

/**
 * Renders the selects of the group's storyteller and script. The storyteller of another group is disabled, and its label
 * says why (spec, section 5). They are one form, so that without script one button saves both.
 */
export function GroupChoices({ group, storytellers }: GroupChoicesProps) {
	const { directory, preferences, library, isFrozen } = useBoardScreen();
	const isHydrated = useHydrated();
	const { storytellerId, scriptId } = group;
	const storyteller = storytellerId === null ? null : directory.storyteller(storytellerId);
	const options = useStorytellerOptions({ group, storytellers });
	const isKnown = !scriptId || library.scriptChoices.some(({ id }) => id === scriptId);
	const preferredByCount = group.players.filter(
		(id) => storytellerId !== null && preferences[id]?.preferredStorytellers.includes(storytellerId),
	).length;
	return (
		<StepForm step={{ type: 'changeGroup', groupId: group.id }} className={css.choices}>
			<GroupSelect
				name="storytellerId"
				label="Storyteller"
				groupName={group.name}
				value={storytellerId ?? ''}
				picture={
					<Avatar
						name={storyteller?.name ?? '?'}
						src={storyteller?.picture ?? null}
						size={36}
						className={css.choicePicture}
					/>
				}
			>
				<option value="" className={css.option}>
					No storyteller
				</option>
				{options.map(({ id, label, disabled }) => (
					<NameOption key={id} value={id} disabled={disabled} className={css.option}>
						{label}
					</NameOption>
				))}
			</GroupSelect>
			<GroupSelect name="scriptId" label="Script" groupName={group.name} value={scriptId ?? ''}>
				<option value="" className={css.option}>
					No script
				</option>
				{!isKnown && (
					<option value={scriptId} className={css.option}>
						Removed from the library
					</option>
				)}
				{library.scriptChoices.map(({ id, name }) => (
					<NameOption key={id} value={id} className={css.option}>
						{name}
					</NameOption>
				))}
			</GroupSelect>
			{preferredByCount > 0 && (
				<span className={css.preferred}>
					<Icon icon={Sparkles} size="small" /> Storyteller preferred by{' '}
					{formatCount(preferredByCount, 'player')}
				</span>
			)}
			{!isHydrated && (
				<Button disabled={isFrozen} className={css.saveHead} aria-label={`Save ${group.name}`}>
					Save
				</Button>
			)}
		</StepForm>
	);
}

type GroupSelectProps = {
	name: 'storytellerId' | 'scriptId';
	label: string;
	groupName: string;
	value: string;
	picture?: ReactNode;
	children: ReactNode;
};

function GroupSelect({ name, label, groupName, value, picture, children }: GroupSelectProps) {
	const { isFrozen } = useBoardScreen();
	const field = useId();
	const { isPending, props } = useSelectSubmit(value);
	return (
		<div className={css.choice}>
			{picture}
			<span className={css.storytellerField}>
				<label htmlFor={field} className={css.fieldLabel}>
					{label}
				</label>
				<span role="status" className={css.pendingChoice}>
					{isPending && 'Press Enter to choose'}
				</span>
				<span className={css.storytellerSelectFrame}>
					<select
						{...props}
						id={field}
						name={name}
						aria-label={`${label} of ${groupName}`}
						disabled={isFrozen}
						data-no-draft
						className={css.storytellerSelect}
					>
						{children}
					</select>
					<Icon icon={ChevronsUpDown} className={css.storytellerChevron} />
				</span>
			</span>
		</div>
	);
}

export function useStorytellerOptions({ group, storytellers }: GroupChoicesProps) {
	const { board, directory } = useBoardScreen();
	const named = storytellers.map(({ user_id }) => ({
		user_id,
		username: directory.storyteller(user_id).name,
	}));
	return listStorytellerOptions(board.groups, group.id, named);
}

/**
 * Returns the props of a select that submits its form on a choice. A choice from the opened list is sent at
 * once. On a closed list every arrow key and letter chooses, so that choice waits for Enter or until the
 * select loses the focus (WCAG 3.2.2); until then `isPending` is true.
 */
function useSelectSubmit(value: string) {
	const [pendingValue, setPendingValue] = useState<string | null>(null);
	const isFromKeyboard = useRef(false);
	const submit = (form: HTMLFormElement | null) => {
		form?.requestSubmit();
		setPendingValue(null);
	};
	// A closed list fires `change` during the key event; an opened list fires it later.
	const handleKey = (event: KeyboardEvent<HTMLSelectElement>) => {
		if (event.key !== 'Enter') {
			isFromKeyboard.current = true;
			setTimeout(() => {
				isFromKeyboard.current = false;
			});
		} else if (pendingValue !== null) {
			// Enter would open the list.
			event.preventDefault();
			submit(event.currentTarget.form);
		}
	};
	const props = {
		value: pendingValue ?? value,
		onKeyDown: handleKey,
		// Browsers choose by letter on `keypress`.
		onKeyPress: handleKey,
		onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
			if (!isFromKeyboard.current) submit(currentTarget.form);
			else setPendingValue(currentTarget.value === value ? null : currentTarget.value);
		},
		onBlur: ({ currentTarget: { form } }: FocusEvent<HTMLSelectElement>) => {
			// Sends after the focus has moved; before that it seems lost and would be moved elsewhere.
			if (pendingValue !== null) setTimeout(() => submit(form));
		},
	};
	return { isPending: pendingValue !== null, props };
}
