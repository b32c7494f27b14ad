import type { MouseEvent } from 'react';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { useRailDrop } from './board-drag.tsx';
import { useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';

/** From this number of groups on, the board has three in a row, they fold, and a rail leads to them. */
export const MANY_GROUPS = 4;

export const getCardId = (groupId: string) => `group-${groupId}`;

/** Moves the focus without a new address: the router cannot block one that it did not create. */
export function skipTo(click: MouseEvent<HTMLAnchorElement>): void {
	const target = document.getElementById(decodeURIComponent(click.currentTarget.hash.slice(1)));
	if (!target) return;
	click.preventDefault();
	target.focus();
}

/** Renders the groups of a board with many, with their counts. It stays in view. */
export function GroupRail() {
	const { board } = useBoardScreen();
	return (
		<nav className={css.rail} aria-label="Groups">
			{board.groups.map((group) => (
				<RailLink key={group.id} group={group} />
			))}
			{/* biome-ignore lint/a11y/useValidAnchor: it navigates within the page */}
			<a href="#available-players" onClick={skipTo} className={css.railLink}>
				{GROUP_TEXTS.available}
			</a>
		</nav>
	);
}

function RailLink({ group: { id, name, players, maxPlayers } }: { group: BoardGroup }) {
	const { ref, isOver } = useRailDrop(id);
	return (
		<a
			ref={ref}
			href={`#${encodeURIComponent(getCardId(id))}`}
			onClick={skipTo}
			data-over={isOver || undefined}
			className={css.railLink}
		>
			<span className={css.railName}>{name}</span>
			<span className={css.railCount}>
				{players.length} of {maxPlayers}
			</span>
		</a>
	);
}
