import type { MouseEvent, ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Switch, TextArea } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Armchair, Copy, MousePointer2 } from '~/app/ui/icons.ts';
import { ellipsis, hidden, mutedSmall, strong, textLink, twoLines } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { formatGroups } from '~/domain/groups/copy-text.ts';
import { describePreferenceLinks, findPreferenceLinks } from '~/domain/groups/mutual-preferences.ts';
import { describeMissingStorytellers } from '~/domain/groups/splittable.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { AddStoryteller } from './add-storyteller.tsx';
import { useRailDrop } from './board-drag.tsx';
import { useBoardScreen, usePointedPlayer } from './board-screen.ts';
import { describeUpdate } from './board-update.ts';
import * as css from './groups-panel.css.ts';
import { Panes } from './player-row.tsx';
import type { GroupsModel } from './use-groups.ts';

type EditorHeadProps = {
	round: number;
	count: string;
	model: GroupsModel;
	title: RefObject<HTMLHeadingElement | null>;
	hasStorytellers: boolean;
	children: ReactNode;
};

export function EditorHead({
	round,
	count,
	model: { isUnsaved, update, draft, board },
	title,
	hasStorytellers,
	children,
}: EditorHeadProps) {
	const { eventId, directory } = useBoardScreen();
	return (
		<div className={css.head}>
			<div className={css.headText}>
				<h2 id="groups-title" ref={title} tabIndex={-1}>
					{GROUP_TEXTS.title}
				</h2>
				<p className={css.facts}>
					{round > 1 && <span className={strong}>Round {round}</span>}
					<span>{count}</span>
					{isUnsaved && (
						<span className={css.unsaved}>
							<span className={css.unsavedMark} />
							{GROUP_TEXTS.unsaved}
						</span>
					)}
					<span role="status" className={hidden}>
						{update && !draft.refusal && describeUpdate(update, board, directory)}
					</span>
				</p>
				{!hasStorytellers && (
					<>
						<p className={mutedSmall}>
							No storytellers yet.{' '}
							<Link to={`/events/${eventId}/edit#storytellers`} className={textLink}>
								Choose storytellers
							</Link>
						</p>
						{/* Otherwise it stands beside the warning. */}
						{describeMissingStorytellers(board.groups) === null && <AddStoryteller />}
					</>
				)}
			</div>
			{children}
		</div>
	);
}

type CopyGroupsProps = {
	groups: readonly BoardGroup[];
	isUnsaved: boolean;
};

/** Renders the saved groups as text for a Discord message: a button with script, else a text to select. */
export function CopyGroups({ groups, isUnsaved }: CopyGroupsProps) {
	const { directory, eventId, library } = useBoardScreen();
	const isHydrated = useHydrated();
	const text = formatGroups(groups, {
		player: (id) => directory.player(id).name,
		storyteller: (id) => directory.storyteller(id).name,
		voiceChannel: (id) => library.voiceChannels.find((channel) => channel.id === id),
	});
	const [outcome, copy] = useCopy(text);
	const hasFailed = outcome?.hasFailed === true;
	const success = isUnsaved ? 'Copied the saved groups, without your unsaved changes.' : 'Copied.';
	return (
		<div className={css.copy}>
			{groups.length > 0 && (
				<ButtonLink to={`/events/${eventId}/tables`} icon={Armchair}>
					Seats and tables
				</ButtonLink>
			)}
			{isHydrated && (
				<Button type="button" icon={Copy} onClick={() => void copy(success)}>
					{LABEL}
				</Button>
			)}
			<span role="status" className={mutedSmall}>
				{outcome?.message}
			</span>
			{(!isHydrated || hasFailed) && (
				<details open={hasFailed} className={css.copyText}>
					<summary className={css.detailsSummary}>{LABEL}</summary>
					<TextArea label="Saved groups" hideLabel readOnly value={text} rows={8} />
				</details>
			)}
		</div>
	);
}

const LABEL = 'Copy as text';

const LEVELS = [
	{ lit: 1, word: 'one' },
	{ lit: 2, word: 'two' },
	{ lit: 3, word: 'three or more' },
] as const;

/** Renders what the glow means, the preferences of the pointed player, and the switch for both. */
export function GlowLegend({ signups }: { signups: readonly ListedSignup[] }) {
	return (
		<div className={css.legend}>
			<div className={css.legendParts}>
				<p className={css.legendText}>
					Players choose in their profile whom they like to play with. A preference is mutual when both chose
					each other.
				</p>
				<span>Mutual preferences in the group</span>
				{LEVELS.map(({ lit, word }) => (
					<span key={lit} className={css.legendItem}>
						<Panes lit={lit} />
						{word}
					</span>
				))}
			</div>
			<PointedPreferences signups={signups} />
			<Switch name="glow" label={GROUP_TEXTS.glow} defaultChecked strong={false} className={css.glowSwitch} />
		</div>
	);
}

function PointedPreferences({ signups }: { signups: readonly ListedSignup[] }) {
	const { preferences, directory } = useBoardScreen();
	const getName = (id: string) => directory.player(id).name;
	const description = usePointedPlayer((id) => {
		if (id === null) return '';
		const signedUpIds = signups.map(({ user_id }) => user_id);
		return describePreferenceLinks(getName(id), findPreferenceLinks(id, signedUpIds, preferences), getName);
	});
	return (
		<p className={css.pointed} data-pointed-words>
			{description && (
				<>
					<Icon icon={MousePointer2} size="small" />
					<span className={twoLines}>{description}</span>
				</>
			)}
		</p>
	);
}

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
			<span className={ellipsis}>{name}</span>
			<span className={css.railCount}>
				{players.length} of {maxPlayers}
			</span>
		</a>
	);
}
