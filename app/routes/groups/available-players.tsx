import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ChevronDown, CircleEllipsis } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { ToneIcon } from '~/app/ui/tone.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { listAvailable, type SectionKey } from '~/domain/groups/available.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import * as css from './available-players.css.ts';
import { useAvailableDrop } from './board-drag.tsx';
import { useBoardScreen } from './board-screen.ts';
import { PlayerRow } from './player-row.tsx';

/**
 * From this number of players on a section is full width, because a narrow column is slow to drag through.
 */
const WIDE_SECTION_SIZE = 8;
const DRAG_HINT = 'Drag a player onto a group, or use the menu beside the name';
const MENU_HINT = 'The menu beside a name moves a player to a group';

/** Renders the signups without a seat, in four sections that are open at first (spec, section 2). */
export function AvailablePlayers({ signups }: { signups: readonly SignupView[] }) {
	const { board } = useBoardScreen();
	const { ref, isOver } = useAvailableDrop();
	const isScripted = useHydrated();
	const sections = listAvailable(board.groups, signups);
	const isEmpty = sections.every(({ players }) => players.length === 0);
	return (
		<Card bare aria-labelledby="available-players" data-over={isOver || undefined} className={css.card}>
			<div ref={ref}>
				<div className={css.head}>
					<h3 id="available-players" className={css.title}>
						{GROUP_TEXTS.available}
					</h3>
					{!isEmpty && <span className={mutedSmall}>{isScripted ? DRAG_HINT : MENU_HINT}</span>}
				</div>
				{isEmpty ? (
					<p className={css.empty}>
						{signups.length === 0 ? 'Nobody has signed up yet' : GROUP_TEXTS.allAssigned}
					</p>
				) : (
					<div className={css.sections}>
						{sections.map(({ key, label, players }) => (
							<details
								key={key}
								open
								className={css.section}
								data-many={players.length > WIDE_SECTION_SIZE || undefined}
							>
								<summary className={css.summary}>
									<SectionIcon section={key} />
									{label}
									<span className={css.count}>{players.length}</span>
									<Icon icon={ChevronDown} className={css.chevron} />
								</summary>
								{players.length === 0 ? (
									<p className={css.emptySection}>Nobody here</p>
								) : (
									<ul className={joinClasses(plainList, css.list)} aria-label={`${label} players`}>
										{players.map(({ user_id }) => (
											<PlayerRow key={user_id} userId={user_id} group={null} />
										))}
									</ul>
								)}
							</details>
						))}
					</div>
				)}
			</div>
		</Card>
	);
}

function SectionIcon({ section }: { section: SectionKey }) {
	return section === 'other' ? <Icon icon={CircleEllipsis} /> : <ToneIcon {...SIGNUP_LOOKS[section]} />;
}
