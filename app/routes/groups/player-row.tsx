import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { getStandingLook } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { IconLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight, EllipsisVertical, Eye, Pin, PinOff, UserMinus } from '~/app/ui/icons.ts';
import { Menu, MenuButton, MenuRule } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { ellipsis, textLink } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { findPreferenceLinks, hasPreferenceBetween } from '~/domain/groups/mutual-preferences.ts';
import { EXPERIENCE_LABELS } from '~/domain/users/experience.ts';
import { labelSeat } from './board-directory.ts';
import { SeatGrip, useSeatDrag } from './board-drag.tsx';
import { useBoardScreen, usePointedPlayer, useStepButton } from './board-screen.ts';
import { getGroupsAddress } from './panel-address.ts';
import { Panes } from './panes.tsx';
import * as css from './players.css.ts';
import { SeatNumber } from './saved-groups.tsx';

type PlayerRowProps = {
	userId: string;
	/** The player's group; null in Available Players. */
	group: BoardGroup | null;
};

/**
 * Renders a player on the board: drag handle, avatar, name, glow, preferences and the menu, which works
 * without dragging.
 */
export function PlayerRow({ userId, group }: PlayerRowProps) {
	const { eventId, search, directory, preferences, pointed, board } = useBoardScreen();
	const isPointed = usePointedPlayer((id) => id === userId);
	const isRelated = usePointedPlayer((id) => id !== null && hasPreferenceBetween(preferences, id, userId));
	const seat = useSeatDrag(userId, group);
	const { name, picture, standing, stay, experience } = directory.player(userId);
	const seatLabel = group && labelSeat({ standing });
	const { mutual, level } = findPreferenceLinks(userId, group?.players ?? [], preferences);
	const isPinned = board.pins.some((pin) => pin.userId === userId);
	return (
		<li
			ref={seat.ref}
			onPointerDown={seat.onPointerDown}
			data-player={userId}
			data-glow={level || undefined}
			data-pointed={isPointed || undefined}
			data-related={isRelated || undefined}
			data-over={seat.isOver || undefined}
			data-lifted={seat.isDragging || undefined}
			className={css.row}
			onPointerEnter={() => pointed.set(userId)}
			onPointerLeave={() => pointed.set(null)}
			onFocus={() => pointed.set(userId)}
			// Moving the focus from the row's summary into its menu does not leave the row.
			onBlur={({ currentTarget, relatedTarget }) => {
				if (!currentTarget.contains(relatedTarget)) pointed.set(null);
			}}
		>
			<SeatGrip seat={seat} name={name} />
			{group && <SeatNumber index={group.players.indexOf(userId)} />}
			<Avatar name={name} src={picture} size={36} />
			<div className={css.rowText}>
				<p className={joinClasses(css.rowName, ellipsis)} title={name}>
					<Name>{name}</Name>
				</p>
				<p className={css.rowMeta}>
					{level !== 0 && (
						<span className={css.rowMutual}>
							<Panes lit={level} /> {mutual.length} mutual
						</span>
					)}
					{standing && seatLabel && (
						<span className={css.rowStatus}>
							<ToneIcon {...getStandingLook(standing)} size="small" /> {seatLabel}
						</span>
					)}
					{experience && <span className={css.rowStatus}>{EXPERIENCE_LABELS[experience]}</span>}
					{stay && <span>{stay}</span>}
					{isPinned && (
						<span className={css.rowStatus}>
							<Icon icon={Pin} className={css.rowPin} /> Pinned
						</span>
					)}
				</p>
			</div>
			<IconLink
				to={getGroupsAddress(eventId, search !== null, `/preferences/${userId}`)}
				icon={Eye}
				label={`Preferences of ${name}`}
				preventScrollReset
				className={css.rowTool}
			/>
			<PlayerMenu userId={userId} name={name} group={group} isPointed={isPointed} />
		</li>
	);
}

type PlayerMenuProps = PlayerRowProps & { name: string; isPointed: boolean };

function PlayerMenu({ name, isPointed, ...rowProps }: PlayerMenuProps) {
	const isScripted = useHydrated();
	const { eventId, search } = useBoardScreen();
	const [isOpen, setOpen] = useState(false);
	// Hundreds of players have thousands of steps. With script only a menu about to open renders its steps; without
	// script, those of many players are rendered only for players that were searched for.
	const isFound = !search || (search.initial !== '' && search.isMatch(name));
	const isNeeded = isScripted ? isOpen || isPointed : isFound;
	return (
		<Menu
			label={`Move ${name}`}
			icon={EllipsisVertical}
			align="end"
			className={css.rowMenu}
			onOpenChange={setOpen}
		>
			{isNeeded && <PlayerSteps {...rowProps} />}
			{!isScripted && !isFound && (
				<MenuNote>
					<Link
						to={`${getGroupsAddress(eventId, true)}&${new URLSearchParams({ player: name })}#groups`}
						className={textLink}
					>
						Search for {name} first
					</Link>
				</MenuNote>
			)}
		</Menu>
	);
}

function PlayerSteps({ userId, group }: PlayerRowProps) {
	const toStep = useStepButton();
	const { board, isFrozen } = useBoardScreen();
	const others = board.groups.filter(({ id }) => id !== group?.id);
	const pin = board.pins.find((one) => one.userId === userId);
	return (
		<>
			{board.groups.length === 0 && <MenuNote>No groups yet. Add one first.</MenuNote>}
			{others.map((other) => {
				const isFull = other.players.length >= other.maxPlayers;
				return (
					<MenuButton
						key={other.id}
						icon={ArrowRight}
						{...toStep({ type: 'movePlayer', userId, groupId: other.id })}
						disabled={isFrozen || isFull}
					>
						<span className={css.rowMenuText}>
							Move to <Name>{other.name}</Name>
							{isFull && ' (full)'}
						</span>
					</MenuButton>
				);
			})}
			{group && (
				<>
					<MenuButton icon={UserMinus} {...toStep({ type: 'removePlayer', userId })} danger>
						<span className={css.rowMenuText}>
							Remove from <Name>{group.name}</Name>
						</span>
					</MenuButton>
					<MenuRule />
					{pin?.groupId !== group.id && (
						<MenuButton icon={Pin} {...toStep({ type: 'pin', userId, groupId: group.id })}>
							<span className={css.rowMenuText}>
								Pin to <Name>{group.name}</Name>
							</span>
						</MenuButton>
					)}
				</>
			)}
			{pin && (
				<MenuButton icon={PinOff} {...toStep({ type: 'pin', userId, groupId: null })}>
					Unpin
				</MenuButton>
			)}
		</>
	);
}

const MenuNote = ({ children }: { children: ReactNode }) => <p className={css.rowNote}>{children}</p>;
