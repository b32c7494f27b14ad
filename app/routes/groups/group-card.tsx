import { useId } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Select, TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import {
	ArrowLeft,
	ArrowRight,
	ChevronDown,
	EllipsisVertical,
	Pencil,
	ScrollText,
	Shuffle,
	Trash2,
	UserMinus,
	X,
} from '~/app/ui/icons.ts';
import { MenuButton, MenuLink, MenuRule } from '~/app/ui/menu.tsx';
import { Name, NameOption } from '~/app/ui/name.tsx';
import { strong } from '~/app/ui/text.css.ts';
import { inflect } from '~/domain/format-count.ts';
import { chooseReplacements } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { listStorytellerIds } from '~/domain/groups/own-group.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { GROUP_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { hasLostPlace } from './board-directory.ts';
import { GroupGrip, useGroupDrag } from './board-drag.tsx';
import { BoardMenu } from './board-menu.tsx';
import { useBoardScreen, useStepButton } from './board-screen.ts';
import { getCardId, skipTo } from './editor-head.tsx';
import * as css from './group-card.css.ts';
import { GroupChoices, type GroupChoicesProps, useStorytellerOptions } from './group-choices.tsx';
import { skip } from './groups-panel.css.ts';
import { PlayerRows } from './player-row.tsx';
import { rowMenuText } from './players.css.ts';
import { GroupChannel, GroupCharacters, GroupStoryteller } from './saved-groups.tsx';
import { StepForm } from './step-form.tsx';
import { SAVE_BUTTON } from './unsaved-bar.tsx';
import { WhoWon } from './who-won.tsx';

type GroupCardProps = GroupChoicesProps & {
	/** The confirmed players who are not storytellers, earliest signup first. */
	splittable: readonly string[];
	isFoldable: boolean;
};

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
					<BoardMenu name={`edit ${group.id}`} label={`Edit ${group.name}`} icon={Pencil} align="end">
						<GroupForm group={group} storytellers={storytellers} />
					</BoardMenu>
					<BoardMenu
						name={`more ${group.id}`}
						label={`More for ${group.name}`}
						icon={EllipsisVertical}
						align="end"
					>
						<GroupSteps group={group} />
					</BoardMenu>
				</div>
				<GroupChoices group={group} storytellers={storytellers} />
				<CoStorytellers group={group} />
				<GroupCharacters scriptId={group.scriptId} view={library} />
				<GroupChannel id={group.voiceChannelId} view={library} />
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
	const { withdrawn = [] } = group;
	if (group.players.length + withdrawn.length === 0)
		return <p className={css.empty}>No players yet. Use the ⋮ menu beside a name to move a player here.</p>;
	return (
		<PlayerRows
			userIds={group.players}
			group={group}
			label={`Players of ${group.name}`}
			className={css.players}
			withdrawn={withdrawn}
		/>
	);
}

/** Renders the fields of a group that are not on its head. They have one button, so that nothing typed is lost by another. */
function GroupForm({ group, storytellers }: GroupChoicesProps) {
	const {
		isFrozen,
		library: { voiceChannels },
	} = useBoardScreen();
	const { voiceChannelId } = group;
	const options = useStorytellerOptions({ group, storytellers });
	const others = options.filter(({ id }) => !listStorytellerIds(group).includes(id));
	return (
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
			{(voiceChannels.length > 0 || voiceChannelId !== null) && (
				<Select
					key={`channel ${voiceChannelId}`}
					name="voiceChannelId"
					label="Voice channel"
					hint="Its players see the link."
					defaultValue={voiceChannelId ?? ''}
				>
					<option value="">No voice channel</option>
					{voiceChannelId !== null && !voiceChannels.some(({ id }) => id === voiceChannelId) && (
						<option value={voiceChannelId}>Not on Discord any more</option>
					)}
					{voiceChannels.map(({ id, name }) => (
						<NameOption key={id} value={id}>
							{name}
						</NameOption>
					))}
				</Select>
			)}
			<Button disabled={isFrozen}>Apply</Button>
		</StepForm>
	);
}

function CoStorytellers({ group }: { group: BoardGroup }) {
	const toStep = useStepButton();
	const { directory } = useBoardScreen();
	return group.coStorytellerIds.map((id) => {
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

/** Renders the steps that shuffle, move and remove a group; without script each of them is saved at once. */
function GroupSteps({ group }: { group: BoardGroup }) {
	const toStep = useStepButton();
	const { board } = useBoardScreen();
	const index = board.groups.findIndex(({ id }) => id === group.id);
	const [before, after] = [board.groups[index - 1], board.groups[index + 1]];
	const count = group.players.length;
	return (
		<>
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
					: `${inflect(count, 'Its player returns', `Its ${count} players return`)} to Available Players.`}
			</p>
		</>
	);
}

type WithdrawnLineProps = {
	group: BoardGroup;
	/** The confirmed players who are not storytellers, earliest signup first. */
	splittable: readonly string[];
};

function WithdrawnLine({ group, splittable }: WithdrawnLineProps) {
	const toStep = useStepButton();
	const { board, directory, preferences } = useBoardScreen();
	const { id: groupId, withdrawn = [] } = group;
	const userIds = chooseReplacements(group, splittable, board, preferences);
	const hasLost = withdrawn.some((id) => hasLostPlace(directory.player(id)));
	return (
		<div className={css.withdrawn}>
			<Icon icon={UserMinus} size="small" />
			<span className={strong}>
				{withdrawn.length} can't come{hasLost && ' or lost the place'}:
			</span>{' '}
			<Button variant="link" className={css.withdrawnStep} {...toStep({ type: 'removeWithdrawn', groupId })}>
				Remove
			</Button>{' '}
			<span aria-hidden="true">·</span>{' '}
			{userIds.length > 0 ? (
				<Button
					variant="link"
					className={css.withdrawnStep}
					{...toStep({ type: 'replaceWithdrawn', groupId, userIds })}
				>
					Fill from available
				</Button>
			) : (
				<span>No one is available</span>
			)}
		</div>
	);
}
