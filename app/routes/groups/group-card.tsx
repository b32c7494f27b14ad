import { useId } from 'react';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Select, TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import {
	ArrowLeft,
	ArrowRight,
	ChevronDown,
	ChevronsUpDown,
	Pencil,
	Shuffle,
	Sparkles,
	Trash2,
	X,
} from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Menu, MenuButton } from '~/app/ui/menu.tsx';
import { Name, NameOption } from '~/app/ui/name.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { listStorytellerOptions } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { listStorytellerIds } from '~/domain/groups/storytellers.ts';
import { GROUP_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { GroupGrip, useGroupDrag } from './board-drag.tsx';
import { getStepButtonProps, useBoardScreen } from './board-screen.ts';
import * as css from './group-card.css.ts';
import { getCardId } from './group-rail.tsx';
import { menuText } from './player-row.css.ts';
import { PlayerRow } from './player-row.tsx';
import { GroupScript, GroupStoryteller, WithdrawnRow } from './saved-groups.tsx';
import { StepForm } from './step-form.tsx';
import { useSelectSubmit } from './use-select-submit.ts';
import { WithdrawnLine } from './withdrawn-line.tsx';

type GroupCardProps = {
	group: BoardGroup;
	storytellers: OpenGroups['storytellers'];
	/** The confirmed players who are not storytellers, earliest signup first. */
	splittable: readonly string[];
	/** Whether its players can be folded away. */
	isFoldable: boolean;
};

/** Renders an editable group: its name, its storyteller and its players. */
export function GroupCard({ group, storytellers, splittable, isFoldable }: GroupCardProps) {
	const heading = useId();
	const card = useGroupDrag(group.id);
	const { library } = useBoardScreen();
	const { withdrawn = [] } = group;
	const players = <PlayerList group={group} />;
	return (
		<Card
			bare
			id={isFoldable ? getCardId(group.id) : undefined}
			tabIndex={isFoldable ? -1 : undefined}
			aria-labelledby={heading}
			data-group={group.id}
			data-over={card.isOver || undefined}
			data-lifted={card.isDragging || undefined}
			className={joinClasses(css.card, isFoldable && css.foldable)}
		>
			<div ref={card.ref}>
				<div className={css.head}>
					<GroupGrip drag={card.drag} name={group.name} />
					<div className={css.titles}>
						<h3 id={heading} className={css.title}>
							<Name>{group.name}</Name>
						</h3>
						<span className={css.count}>
							{group.players.length} of {group.maxPlayers} players
						</span>
					</div>
					<ChangeMenu group={group} storytellers={storytellers} />
					<RemoveMenu group={group} />
				</div>
				<StorytellerSelect group={group} storytellers={storytellers} />
				<CoStorytellers group={group} />
				<GroupScript scriptId={group.scriptId} view={library} />
				{withdrawn.length > 0 && <WithdrawnLine group={group} splittable={splittable} />}
				{isFoldable ? (
					<details open>
						<summary className={css.foldSummary} aria-label={`Players of ${group.name}`}>
							<Icon icon={ChevronDown} className={css.foldIcon} />
						</summary>
						{players}
					</details>
				) : (
					players
				)}
			</div>
		</Card>
	);
}

function PlayerList({ group }: { group: BoardGroup }) {
	const { directory } = useBoardScreen();
	const { withdrawn = [] } = group;
	if (group.players.length + withdrawn.length === 0)
		return <p className={css.empty}>No players yet. Use the ⋮ menu beside a name to move a player here.</p>;
	return (
		<ul className={joinClasses(plainList, css.players)} aria-label={`Players of ${group.name}`}>
			{group.players.map((userId) => (
				<PlayerRow key={userId} userId={userId} group={group} />
			))}
			{withdrawn.map((userId) => (
				<WithdrawnRow key={userId} {...directory.player(userId)} isOwn={false} />
			))}
		</ul>
	);
}

/** Renders the menu that changes a group's name, size and position. */
function ChangeMenu({ group, storytellers }: Pick<GroupCardProps, 'group' | 'storytellers'>) {
	const { board, isFrozen } = useBoardScreen();
	const index = board.groups.findIndex(({ id }) => id === group.id);
	const [before, after] = [board.groups[index - 1], board.groups[index + 1]];
	return (
		<Menu label={`Edit ${group.name}`} icon={Pencil} align="end">
			<StepForm step={{ type: 'changeGroup', groupId: group.id }} className={css.menuForm}>
				<TextInput
					key={`name ${group.name}`}
					name="name"
					label="Name"
					required
					maxLength={TEXT_LIMITS.groupName}
					defaultValue={group.name}
					autoComplete="off"
				/>
				<TextInput
					key={`room ${group.maxPlayers}`}
					type="number"
					name="maxPlayers"
					label="Max players"
					required
					min={Math.max(1, group.players.length)}
					max={GROUP_LIMITS.players}
					defaultValue={group.maxPlayers}
				/>
				<Button disabled={isFrozen}>Apply</Button>
			</StepForm>
			<CoStorytellerForm group={group} storytellers={storytellers} />
			<ScriptForm group={group} />
			{group.players.length > 1 && (
				<MenuButton
					icon={Shuffle}
					{...getStepButtonProps({ type: 'shuffleSeats', groupId: group.id })}
					disabled={isFrozen}
				>
					Shuffle seats
				</MenuButton>
			)}
			{before && (
				<MenuButton
					icon={ArrowLeft}
					{...getStepButtonProps({ type: 'moveGroup', groupId: group.id, overGroupId: before.id })}
					disabled={isFrozen}
				>
					<span className={menuText}>
						Move left of <Name>{before.name}</Name>
					</span>
				</MenuButton>
			)}
			{after && (
				<MenuButton
					icon={ArrowRight}
					{...getStepButtonProps({ type: 'moveGroup', groupId: group.id, overGroupId: after.id })}
					disabled={isFrozen}
				>
					<span className={menuText}>
						Move right of <Name>{after.name}</Name>
					</span>
				</MenuButton>
			)}
		</Menu>
	);
}

/** Renders the form that adds one of the event's other storytellers to a group. */
function CoStorytellerForm({ group, storytellers }: Pick<GroupCardProps, 'group' | 'storytellers'>) {
	const { isFrozen } = useBoardScreen();
	const options = useStorytellerOptions(group, storytellers);
	const others = options.filter(({ id }) => !listStorytellerIds(group).includes(id));
	if (others.length === 0) return null;
	return (
		<StepForm step={{ type: 'addCoStoryteller', groupId: group.id }} className={css.menuForm}>
			<Select key={others.length} name="userId" label="Co-storyteller" required defaultValue="">
				<option value="">Please choose</option>
				{others.map(({ id, label, disabled }) => (
					<NameOption key={id} value={id} disabled={disabled}>
						{label}
					</NameOption>
				))}
			</Select>
			<Button disabled={isFrozen}>Add</Button>
		</StepForm>
	);
}

/** Renders the co-storytellers of a group, each with a button that removes them. */
function CoStorytellers({ group }: { group: BoardGroup }) {
	const { directory, isFrozen } = useBoardScreen();
	const { coStorytellerIds = [] } = group;
	return coStorytellerIds.map((id) => {
		const storyteller = directory.storyteller(id);
		return (
			<div key={id} className={css.coStoryteller}>
				<GroupStoryteller {...storyteller} label="Co-storyteller" />
				<Button
					variant="quiet"
					icon={X}
					aria-label={`Remove ${storyteller.name} from the storytellers of ${group.name}`}
					disabled={isFrozen}
					{...getStepButtonProps({ type: 'removeCoStoryteller', userId: id })}
				/>
			</div>
		);
	});
}

/** Returns the options for a storyteller of the group. */
function useStorytellerOptions(group: BoardGroup, storytellers: GroupCardProps['storytellers']) {
	const { board, directory } = useBoardScreen();
	const named = storytellers.map(({ user_id }) => ({
		user_id,
		username: directory.storyteller(user_id).name,
	}));
	return listStorytellerOptions(board.groups, group.id, named);
}

function ScriptForm({ group }: { group: BoardGroup }) {
	const { library, isFrozen } = useBoardScreen();
	const { scriptId } = group;
	const isKnown = !scriptId || library.scriptChoices.some(({ id }) => id === scriptId);
	return (
		<StepForm step={{ type: 'chooseScript', groupId: group.id }} className={css.menuForm}>
			<Select key={scriptId} name="scriptId" label="Script" defaultValue={scriptId ?? ''}>
				<option value="">No script</option>
				{!isKnown && <option value={scriptId}>Removed from the library</option>}
				{library.scriptChoices.map(({ id, name }) => (
					<NameOption key={id} value={id}>
						{name}
					</NameOption>
				))}
			</Select>
			<Button disabled={isFrozen}>Choose</Button>
			<a href="/scripts" className={textLink}>
				The library of scripts
			</a>
		</StepForm>
	);
}

/** Renders the menu that confirms a removal; without script the removal is saved at once. */
function RemoveMenu({ group }: { group: BoardGroup }) {
	const { isFrozen } = useBoardScreen();
	const count = group.players.length;
	return (
		<Menu label={`Remove ${group.name}`} icon={Trash2} align="end">
			<p className={css.danger}>
				{count === 0
					? 'This group is empty.'
					: `${count === 1 ? 'Its player returns' : `Its ${count} players return`} to Available Players.`}
			</p>
			<MenuButton
				icon={Trash2}
				danger
				{...getStepButtonProps({ type: 'removeGroup', groupId: group.id })}
				disabled={isFrozen}
			>
				Remove group
			</MenuButton>
		</Menu>
	);
}

/**
 * Renders the select of the group's storyteller. The storyteller of another group is disabled, and its label
 * says why (spec, section 5).
 */
function StorytellerSelect({ group, storytellers }: Pick<GroupCardProps, 'group' | 'storytellers'>) {
	const { directory, preferences, isFrozen } = useBoardScreen();
	const isHydrated = useHydrated();
	const field = useId();
	const { storytellerId } = group;
	const storyteller = storytellerId === null ? null : directory.storyteller(storytellerId);
	const options = useStorytellerOptions(group, storytellers);
	const preferredByCount = group.players.filter(
		(id) => storytellerId !== null && preferences[id]?.preferredStorytellers.includes(storytellerId),
	).length;
	const selectProps = useSelectSubmit(storytellerId ?? '');
	return (
		<StepForm step={{ type: 'assignStoryteller', groupId: group.id }} className={css.storyteller}>
			<Avatar name={storyteller?.name ?? '?'} src={storyteller?.picture ?? null} size={36} />
			<span className={css.storytellerField}>
				<label htmlFor={field} className={css.storytellerLabel}>
					Storyteller
				</label>
				<span className={css.storytellerSelectFrame}>
					<select
						{...selectProps}
						id={field}
						name="userId"
						aria-label={`Storyteller of ${group.name}`}
						disabled={isFrozen}
						data-no-draft
						className={css.storytellerSelect}
					>
						<option value="" className={css.option}>
							No storyteller
						</option>
						{options.map(({ id, label, disabled }) => (
							<NameOption key={id} value={id} disabled={disabled} className={css.option}>
								{label}
							</NameOption>
						))}
					</select>
					<Icon icon={ChevronsUpDown} className={css.storytellerChevron} />
				</span>
			</span>
			{preferredByCount > 0 && (
				<span className={css.preferred}>
					<Icon icon={Sparkles} size="small" />{' '}
					{preferredByCount === 1 ? "1 player's pick" : `${preferredByCount} players' pick`}
				</span>
			)}
			{!isHydrated && (
				<Button disabled={isFrozen} className={css.assign}>
					Assign
				</Button>
			)}
		</StepForm>
	);
}
