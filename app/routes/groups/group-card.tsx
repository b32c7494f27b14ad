import { type ReactNode, useId } from 'react';
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
	EllipsisVertical,
	Pencil,
	ScrollText,
	Shuffle,
	Sparkles,
	Trash2,
	X,
} from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Menu, MenuButton, MenuLink, MenuRule } from '~/app/ui/menu.tsx';
import { Name, NameOption } from '~/app/ui/name.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { formatCount } from '~/domain/format-count.ts';
import { listStorytellerOptions } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { listStorytellerIds } from '~/domain/groups/own-group.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { GROUP_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { GroupGrip, useGroupDrag } from './board-drag.tsx';
import { useBoardScreen, useStepButton } from './board-screen.ts';
import { getCardId, skipTo } from './editor-head.tsx';
import * as css from './group-card.css.ts';
import { skip } from './groups-panel.css.ts';
import { PlayerRow } from './player-row.tsx';
import { rowMenuText } from './players.css.ts';
import { GroupCharacters, GroupStoryteller, WithdrawnRow } from './saved-groups.tsx';
import { StepForm } from './step-form.tsx';
import { SAVE_BUTTON } from './unsaved-bar.tsx';
import { useSelectSubmit } from './use-select-submit.ts';
import { WhoWon } from './who-won.tsx';
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
	const { eventId, library, winners, canSave } = useBoardScreen();
	const winner = winners?.get(group.id);
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
				{canSave && (
					<a href={`#${SAVE_BUTTON}`} className={skip} onClick={skipTo}>
						Skip to {GROUP_TEXTS.save}
					</a>
				)}
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
					<MoreMenu group={group} />
				</div>
				<HeadForm group={group} storytellers={storytellers} />
				<CoStorytellers group={group} />
				<GroupCharacters scriptId={group.scriptId} view={library} />
				{winner !== undefined && <WhoWon eventId={eventId} group={group} winner={winner} />}
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

/**
 * Renders the menu with the fields of a group that are not on its head. It has one button, so that nothing typed is lost by
 * another.
 */
function ChangeMenu({ group, storytellers }: Pick<GroupCardProps, 'group' | 'storytellers'>) {
	const { isFrozen } = useBoardScreen();
	const options = useStorytellerOptions(group, storytellers);
	const others = options.filter(({ id }) => !listStorytellerIds(group).includes(id));
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
				{others.length > 0 && (
					<Select
						key={others.length}
						name="coStorytellerId"
						label="Add a co-storyteller"
						hint="A second storyteller of this group."
						defaultValue=""
					>
						<option value="">No one</option>
						{others.map(({ id, label, disabled }) => (
							<NameOption key={id} value={id} disabled={disabled}>
								{label}
							</NameOption>
						))}
					</Select>
				)}
				<Button disabled={isFrozen}>Apply</Button>
			</StepForm>
		</Menu>
	);
}

/** Renders the co-storytellers of a group, each with a button that removes them. */
function CoStorytellers({ group }: { group: BoardGroup }) {
	const toStep = useStepButton();
	const { directory } = useBoardScreen();
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
					{...toStep({ type: 'removeCoStoryteller', userId: id })}
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

/** Renders the menu that shuffles, moves and removes a group; without script each of them is saved at once. */
function MoreMenu({ group }: { group: BoardGroup }) {
	const toStep = useStepButton();
	const { board } = useBoardScreen();
	const index = board.groups.findIndex(({ id }) => id === group.id);
	const [before, after] = [board.groups[index - 1], board.groups[index + 1]];
	const count = group.players.length;
	return (
		<Menu label={`More for ${group.name}`} icon={EllipsisVertical} align="end">
			{count > 1 && (
				<MenuButton icon={Shuffle} {...toStep({ type: 'shuffleSeats', groupId: group.id })}>
					Shuffle seats
				</MenuButton>
			)}
			{before && (
				<MenuButton
					icon={ArrowLeft}
					{...toStep({ type: 'moveGroup', groupId: group.id, overGroupId: before.id })}
				>
					<span className={rowMenuText}>
						Move left of <Name>{before.name}</Name>
					</span>
				</MenuButton>
			)}
			{after && (
				<MenuButton
					icon={ArrowRight}
					{...toStep({ type: 'moveGroup', groupId: group.id, overGroupId: after.id })}
				>
					<span className={rowMenuText}>
						Move right of <Name>{after.name}</Name>
					</span>
				</MenuButton>
			)}
			<MenuLink icon={ScrollText} href="/scripts">
				The library of scripts
			</MenuLink>
			<MenuRule />
			<MenuButton icon={Trash2} danger {...toStep({ type: 'removeGroup', groupId: group.id })}>
				Remove group
			</MenuButton>
			<p className={css.danger}>
				{count === 0
					? 'This group is empty.'
					: `${count === 1 ? 'Its player returns' : `Its ${count} players return`} to Available Players.`}
			</p>
		</Menu>
	);
}

/**
 * Renders the selects of the group's storyteller and script. The storyteller of another group is disabled, and its label
 * says why (spec, section 5). They are one form, so that without script one button saves both.
 */
function HeadForm({ group, storytellers }: Pick<GroupCardProps, 'group' | 'storytellers'>) {
	const { directory, preferences, library, isFrozen } = useBoardScreen();
	const isHydrated = useHydrated();
	const { storytellerId, scriptId } = group;
	const storyteller = storytellerId === null ? null : directory.storyteller(storytellerId);
	const options = useStorytellerOptions(group, storytellers);
	const isKnown = !scriptId || library.scriptChoices.some(({ id }) => id === scriptId);
	const preferredByCount = group.players.filter(
		(id) => storytellerId !== null && preferences[id]?.preferredStorytellers.includes(storytellerId),
	).length;
	return (
		<StepForm step={{ type: 'changeGroup', groupId: group.id }} className={css.choices}>
			<HeadSelect
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
			</HeadSelect>
			<HeadSelect name="scriptId" label="Script" groupName={group.name} value={scriptId ?? ''}>
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
			</HeadSelect>
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

type HeadSelectProps = {
	name: 'storytellerId' | 'scriptId';
	label: string;
	groupName: string;
	value: string;
	picture?: ReactNode;
	/** The options. */
	children: ReactNode;
};

function HeadSelect({ name, label, groupName, value, picture, children }: HeadSelectProps) {
	const { isFrozen } = useBoardScreen();
	const field = useId();
	const { isPending, props } = useSelectSubmit(value);
	return (
		<div className={css.choice}>
			{picture}
			<span className={css.storytellerField}>
				<label htmlFor={field} className={css.storytellerLabel}>
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
