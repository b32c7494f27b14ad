import { type ReactNode, useMemo } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { BadgeCheck, CircleAlert, Info } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { type AutoSplitConfig, findAutoSplitProblem, findGroupCountForAll } from '~/domain/groups/config.ts';
import {
	describeFulfillment,
	type Fulfillment,
	type PreferencesByUser,
	summarizeFulfillment,
} from '~/domain/groups/mutual-preferences.ts';
import type { AutoSplitView } from '~/domain/groups/schema.ts';
import {
	describeMissingStorytellers,
	describeUnseated,
	listWithoutStoryteller,
} from '~/domain/groups/splittable.ts';
import { isolate } from '~/domain/isolate.ts';
import { AddStoryteller } from './add-storyteller.tsx';
import { useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';

type ResultLineProps = {
	/** The auto-split result for these groups; null when they were changed by hand. */
	split: AutoSplitView | null;
	groups: readonly BoardGroup[];
	players: readonly string[];
	/** How many of them count for the sizes of the groups. */
	playerCount: number;
	preferences: PreferencesByUser;
	config: AutoSplitConfig;
	isSplitting: boolean;
};

/** Renders which preferences the groups fulfill, whether better groups may exist, and who has no seat. */
export function ResultLine(props: ResultLineProps) {
	const { split, groups, players, preferences } = props;
	const fulfillment = useMemo(() => {
		const seated = groups.flatMap((group) => group.players);
		return summarizeFulfillment(groups, [...new Set([...players, ...seated])], preferences);
	}, [groups, players, preferences]);
	const { mutual, oneSided } = fulfillment;
	const unseated = describeUnseated(players, groups);
	const missing = describeMissingStorytellers(groups);
	const isWarning = unseated !== null || missing !== null;
	const hasQuality = split !== null || mutual.total + oneSided.total > 0;
	if (groups.length === 0 || !(hasQuality || isWarning)) return null;
	const taught = groups.find(({ id }) => id === split?.result.taughtGroupId) ?? null;
	const proven = split?.result.proven ?? false;
	return (
		<div
			className={css.result}
			data-proven={(proven && !isWarning) || undefined}
			data-warning={isWarning || undefined}
		>
			{isWarning && (
				<div className={css.resultLine}>
					<div role="status" className={css.warnings}>
						{unseated && <Warning>{unseated}</Warning>}
						{missing && <Warning>{missing}</Warning>}
					</div>
					{unseated && <SplitForAll {...props} />}
					<AddStoryteller group={listWithoutStoryteller(groups)[0]} />
				</div>
			)}
			<div role="status" className={css.resultLine}>
				{hasQuality && (
					<>
						<Icon
							icon={split ? BadgeCheck : Info}
							size="large"
							className={proven && !isWarning ? css.resultIcon : undefined}
						/>
						<p className={css.resultText}>
							{split && <b>{proven ? 'Best possible split.' : 'Good split, there may be a better one.'} </b>}
							{describeFulfillment(fulfillment, { proven, isTaught: taught !== null })}
							{taught && ` The first-timers play together in ${isolate(taught.name)}.`}
						</p>
					</>
				)}
			</div>
			<PreferenceList byPlayer={fulfillment.byPlayer} />
		</div>
	);
}

function Warning({ children }: { children: ReactNode }) {
	return (
		<p className={css.warning}>
			<Icon icon={CircleAlert} /> {children}
		</p>
	);
}

/** Renders the button that splits again, into so many groups that everyone has a seat. */
function SplitForAll({
	groups,
	playerCount,
	config,
	isSplitting,
	split,
}: Pick<ResultLineProps, 'groups' | 'playerCount' | 'config' | 'isSplitting' | 'split'>) {
	const { action, version } = useBoardScreen();
	const count = findGroupCountForAll(playerCount, config);
	const isPossible = findAutoSplitProblem(playerCount, config) === null;
	if (count === null || count <= groups.length || !isPossible) return null;
	return (
		<form method="post" action={action}>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="groupCount" value={count} />
			{split?.result.taughtGroupId && <input type="hidden" name="firstTimersTogether" value="on" />}
			<Button name="intent" value="groups.autoSplit" pending={isSplitting && 'Splitting...'}>
				Use {count} groups
			</Button>
		</form>
	);
}

function PreferenceList({ byPlayer }: Pick<Fulfillment, 'byPlayer'>) {
	const { directory } = useBoardScreen();
	const formatNames = (ids: readonly string[]) =>
		ids.map((id) => isolate(directory.player(id).name)).join(', ');
	const entries = Object.entries(byPlayer).sort(([one], [other]) =>
		directory.player(one).name.localeCompare(directory.player(other).name, 'en'),
	);
	if (entries.length === 0) return null;
	return (
		<details>
			<summary className={css.detailsSummary}>Who got their picks</summary>
			<ul className={joinClasses(plainList, css.preferenceList)}>
				{entries.map(([userId, { fulfilled, unfulfilled }]) => (
					<li key={userId} className={css.breakable}>
						<b>
							<Name>{directory.player(userId).name}</Name>
						</b>
						:{' '}
						{[
							fulfilled.length > 0 && `with ${formatNames(fulfilled)}`,
							unfulfilled.length > 0 && `missed ${formatNames(unfulfilled)}`,
						]
							.filter(Boolean)
							.join('; ')}
					</li>
				))}
			</ul>
		</details>
	);
}
