import type { ComponentProps, FocusEvent, ReactNode } from 'react';
import { getStandingLook } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { getIconButtonClass } from '~/app/ui/button.tsx';
import { useCachedHtml } from '~/app/ui/cached-html.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight, EllipsisVertical, Eye, Pin, PinOff, UserMinus } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { MenuButton, MenuPageLink, MenuRule } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { ellipsis } from '~/app/ui/text.css.ts';
import type { LinkTo } from '~/app/ui/use-links.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { findPreferenceLinks, hasPreferenceBetween } from '~/domain/groups/mutual-preferences.ts';
import { EXPERIENCE_LABELS } from '~/domain/users/experience.ts';
import { type BoardUser, labelSeat } from './board-directory.ts';
import { NoGrip, SeatGrip, useSeatDrag } from './board-drag.tsx';
import { BoardMenu } from './board-menu.tsx';
import { useBoardScreen, usePointedPlayer, useStepButton } from './board-screen.ts';
import { getGroupsAddress } from './panel-address.ts';
import * as css from './players.css.ts';
import { SeatNumber, WithdrawnRow } from './saved-groups.tsx';

type PlayerRowProps = {
	userId: string;
	/** The player's group; null in Available Players. */
	group: BoardGroup | null;
};

type PlayerRowsProps = {
	userIds: readonly string[];
	group: BoardGroup | null;
	label: string;
	className: string;
	withdrawn?: readonly string[];
};

/** Renders a list of players. On the server each row is a cached part, but not beside an open menu. */
export function PlayerRows({ userIds, group, label, className, withdrawn = [] }: PlayerRowsProps) {
	const { directory, openMenu } = useBoardScreen();
	const describe = useRowDescription();
	const renderCached = useCachedHtml();
	const list = { className: joinClasses(plainList, className), 'aria-label': label };
	const former = withdrawn.map((id) => ({ id, row: { ...directory.player(id), isOwn: false } }));
	if (renderCached && !userIds.some((id) => nameMenu(id) === openMenu)) {
		const rows = [
			...userIds.map((userId) => renderCached(PlayerRowView, describe({ userId, group }))),
			...former.map(({ row }) => renderCached(WithdrawnRow, row)),
		];
		return <ul {...list} dangerouslySetInnerHTML={{ __html: rows.join('') }} />;
	}
	return (
		<ul {...list}>
			{userIds.map((userId) => (
				<PlayerRow key={userId} userId={userId} group={group} />
			))}
			{former.map(({ id, row }) => (
				<WithdrawnRow key={id} {...row} />
			))}
		</ul>
	);
}

const nameMenu = (userId: string): string => `player ${userId}`;

type RowDescription = Pick<BoardUser, 'name' | 'picture' | 'standing' | 'stay' | 'experience'> & {
	userId: string;
	/** The index of the seat in the group; null in Available Players. */
	seat: number | null;
	level: 0 | 1 | 2 | 3;
	mutualCount: number;
	isPinned: boolean;
	preferencesHref: string;
	menuHref: string | undefined;
};

type PlayerRowViewProps = RowDescription & {
	/** What makes the row work in the browser. */
	live?: { props: ComponentProps<'li'>; grip: ReactNode; menu: ReactNode; linkTo: LinkTo };
};

function useRowDescription() {
	const { eventId, search, directory, preferences, board, getMenuHref } = useBoardScreen();
	return ({ userId, group }: PlayerRowProps): RowDescription => {
		const { name, picture, standing, stay, experience } = directory.player(userId);
		const { mutual, level } = findPreferenceLinks(userId, group?.players ?? [], preferences);
		return {
			userId,
			name,
			picture,
			standing,
			stay,
			experience,
			level,
			seat: group ? group.players.indexOf(userId) : null,
			mutualCount: mutual.length,
			isPinned: board.pins.some((pin) => pin.userId === userId),
			preferencesHref: getGroupsAddress(eventId, search !== null, `/preferences/${userId}`),
			menuHref: getMenuHref(nameMenu(userId)),
		};
	};
}

/** Renders a player on the board; the menu works without dragging. */
function PlayerRow({ userId, group }: PlayerRowProps) {
	const { preferences, pointed, linkTo } = useBoardScreen();
	const isPointed = usePointedPlayer((id) => id === userId);
	const isRelated = usePointedPlayer((id) => id !== null && hasPreferenceBetween(preferences, id, userId));
	const seat = useSeatDrag(userId, group);
	const row = useRowDescription()({ userId, group });
	const props = {
		ref: seat.ref,
		onPointerDown: seat.onPointerDown,
		'data-pointed': isPointed || undefined,
		'data-related': isRelated || undefined,
		'data-over': seat.isOver || undefined,
		'data-lifted': seat.isDragging || undefined,
		onPointerEnter: () => pointed.set(userId),
		onPointerLeave: () => pointed.set(null),
		onFocus: () => pointed.set(userId),
		// Moving the focus from the row's summary into its menu does not leave the row.
		onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
			if (!currentTarget.contains(relatedTarget)) pointed.set(null);
		},
	};
	const menu = (
		<BoardMenu
			{...toMenuLook(row)}
			name={nameMenu(userId)}
			align="end"
			className={css.rowMenu}
			linkClass={menuLinkClass}
		>
			<PlayerSteps userId={userId} group={group} />
		</BoardMenu>
	);
	return (
		<PlayerRowView {...row} live={{ props, grip: <SeatGrip seat={seat} name={row.name} />, menu, linkTo }} />
	);
}

const toMenuLook = ({ name }: Pick<RowDescription, 'name'>) =>
	({ label: `Move ${name}`, icon: EllipsisVertical }) as const;
const menuLinkClass = joinClasses(css.rowMenu, css.rowTool);
const nameClass = joinClasses(css.rowName, ellipsis);
const preferencesClass = getIconButtonClass({}, css.rowTool);

/** Renders the same without what needs script. It uses no hooks, so that it can be a cached part. */
function PlayerRowView({
	userId,
	name,
	picture,
	seat,
	standing,
	level,
	mutualCount,
	experience,
	stay,
	isPinned,
	preferencesHref,
	menuHref,
	live,
}: PlayerRowViewProps) {
	const seatLabel = seat === null ? null : labelSeat({ standing });
	const preferencesLabel = `Preferences of ${name}`;
	return (
		<li {...live?.props} data-player={userId} data-glow={level || undefined} className={css.row}>
			{live?.grip ?? <NoGrip />}
			{seat !== null && <SeatNumber index={seat} />}
			<Avatar name={name} src={picture} size={36} />
			<div className={css.rowText}>
				<p className={nameClass} title={name}>
					<Name>{name}</Name>
				</p>
				<p className={css.rowMeta}>
					{level !== 0 && (
						<span className={css.rowMutual}>
							<Panes lit={level} /> {mutualCount} mutual
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
			<a
				{...live?.linkTo(preferencesHref)}
				// The linter finds a link only by its own href.
				href={preferencesHref}
				title={preferencesLabel}
				aria-label={preferencesLabel}
				className={preferencesClass}
			>
				<Icon icon={Eye} />
			</a>
			{live?.menu ?? <MenuPageLink {...toMenuLook({ name })} className={menuLinkClass} href={menuHref} />}
		</li>
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

/** Renders three small windows, `lit` of them lit: the glow without color. The number is beside them in words. */
export function Panes({ lit }: { lit: 1 | 2 | 3 }) {
	return (
		<span className={css.panes} aria-hidden="true">
			{[1, 2, 3].map((place) => (
				<span key={place} className={joinClasses(css.pane, place <= lit ? css.paneLit : css.paneDark)} />
			))}
		</span>
	);
}
