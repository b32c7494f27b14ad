import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { Card } from '~/app/ui/card.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { ChevronDown, CircleEllipsis, Hourglass, Search } from '~/app/ui/icons.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { listAvailable, type SectionKey } from '~/domain/groups/available.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { useAvailableDrop } from './board-drag.tsx';
import { type PlayerSearch, useBoardScreen } from './board-screen.ts';
import { OPEN_GROUPS_FIELD } from './panel-address.ts';
import { PlayerRows } from './player-row.tsx';
import * as css from './players.css.ts';

/** The number of players in each section of Available Players; the search finds the others. */
const AVAILABLE_SHOWN = 100;

/** From this number of players on a section is full width, because a narrow column is slow to drag through. */
const WIDE_SECTION_SIZE = 8;
const DRAG_HINT = 'Drag a player onto a group, or use the menu beside the name';
const MENU_HINT = 'Use the menu beside a name to move a player to a group';
const NO_GROUPS_HINT = 'Add a group first, then move players to it';

/** Renders the signups without a seat, in four sections that are open at first (spec, section 2). */
export function AvailablePlayers({ signups }: { signups: readonly ListedSignup[] }) {
	const { board, directory, search } = useBoardScreen();
	const { ref, isOver } = useAvailableDrop();
	const isScripted = useHydrated();
	const isFound = (userId: string) => !search || search.isMatch(directory.player(userId).name);
	const sections = listAvailable(board.groups, signups).map((section) => {
		const found = section.players.filter(({ user_id }) => isFound(user_id));
		// Thousands of rows are slow to draw and to drag through.
		return { ...section, found: search ? found.slice(0, AVAILABLE_SHOWN) : found, foundCount: found.length };
	});
	const moveHint = isScripted ? DRAG_HINT : MENU_HINT;
	const hint = board.groups.length === 0 ? NO_GROUPS_HINT : moveHint;
	const isEmpty = sections.every(({ players }) => players.length === 0);
	return (
		<Card
			bare
			aria-labelledby="available-players"
			data-over={isOver || undefined}
			className={css.availableCard}
		>
			<div ref={ref}>
				<div className={css.availableHead}>
					<h3 id="available-players" tabIndex={-1} className={css.availableTitle}>
						{GROUP_TEXTS.available}
					</h3>
					{!isEmpty && <span className={mutedSmall}>{hint}</span>}
				</div>
				{search && !isEmpty && <SearchPlayers search={search} />}
				{isEmpty ? (
					<p className={css.availableEmpty}>
						{signups.length === 0 ? 'No signups yet' : GROUP_TEXTS.allAssigned}
					</p>
				) : (
					<div className={css.availableSections}>
						{sections.map(({ key, label, players, found, foundCount }) => (
							<details
								key={key}
								open
								className={css.availableSection}
								data-many={found.length > WIDE_SECTION_SIZE || undefined}
							>
								<summary className={css.availableSummary}>
									<SectionIcon section={key} />
									{label}
									<span className={css.availableCount}>{players.length}</span>
									<Icon icon={ChevronDown} className={css.availableChevron} />
								</summary>
								{found.length === 0 ? (
									<p className={css.availableEmptySection}>
										{players.length === 0 ? 'No one here' : 'No one by that name'}
									</p>
								) : (
									<PlayerRows
										userIds={found.map(({ user_id }) => user_id)}
										group={null}
										label={`${label} players`}
										className={css.availableList}
									/>
								)}
								{foundCount > found.length && (
									<p className={css.availableEmptySection}>
										{foundCount - found.length} more. Search for a name to find them.
									</p>
								)}
							</details>
						))}
					</div>
				)}
			</div>
		</Card>
	);
}

/** Renders the search. With script it filters on every letter; without script it is part of the address. */
function SearchPlayers({ search: { initial, props } }: { search: PlayerSearch }) {
	const { eventId } = useBoardScreen();
	return (
		<search className={css.availableSearch}>
			<form
				method="get"
				action={`/events/${eventId}#available-players`}
				onSubmit={(submit) => submit.preventDefault()}
			>
				<input type="hidden" {...OPEN_GROUPS_FIELD} />
				<TextInput
					type="search"
					name="player"
					label="Find available players"
					placeholder="Find available players"
					hideLabel
					icon={Search}
					maxLength={TEXT_LIMITS.search}
					autoComplete="off"
					{...props}
					defaultValue={initial}
				/>
			</form>
		</search>
	);
}

function SectionIcon({ section }: { section: SectionKey }) {
	if (section === 'waitlist') return <Icon icon={Hourglass} />;
	return section === 'other' ? <Icon icon={CircleEllipsis} /> : <ToneIcon {...SIGNUP_LOOKS[section]} />;
}
