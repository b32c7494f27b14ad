import { useEffect, useState } from 'react';
import { Button, IconButton } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import * as fieldCss from '~/app/ui/field.css.ts';
import { Checkbox, useTypedText } from '~/app/ui/field.tsx';
import { Field } from '~/app/ui/field-frame.tsx';
import { Minus, Plus, WandSparkles } from '~/app/ui/icons.ts';
import { hidden } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { formatCount } from '~/domain/format-count.ts';
import { getNextGroupId } from '~/domain/groups/board.ts';
import {
	type AutoSplitConfig,
	findAutoSplitProblem,
	getFirstGroupCount,
	getMaxGroupCount,
} from '~/domain/groups/config.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { AUTO_SPLIT_MIN_GROUPS } from '~/domain/limits.ts';
import { useBoardScreen, useStepButton } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsModel } from './use-groups.ts';

type AutoSplitFormProps = {
	model: GroupsModel;
	playerCount: number;
	config: AutoSplitConfig;
	/** How many confirmed players have left the server. */
	leftCount: number;
	/** How many players are seated as Travellers, who are not among `playerCount`. */
	travellerCount: number;
	/** The places of the event; null for no limit. */
	places: number | null;
	/** How many of them play their first game. */
	firstTimerCount: number;
	/** The number of groups in the form that this page was rendered for (without script). */
	sentCount: string | undefined;
};

export function AutoSplitForm({
	model,
	playerCount,
	config,
	leftCount,
	travellerCount,
	places,
	firstTimerCount,
	sentCount,
}: AutoSplitFormProps) {
	const toStep = useStepButton();
	const screen = useBoardScreen();
	const problem = findAutoSplitProblem(playerCount, config, { leftCount, travellerCount, places });
	const defaultCount = getFirstGroupCount(screen.board.groups.length, playerCount, config);
	const reason = problem ?? (screen.isFrozen ? FROZEN_REASON : null);
	return (
		// The browser's own message would not say why a number is impossible; the server's does.
		<form noValidate method="post" action={screen.action} className={css.actions}>
			<input type="hidden" name="version" value={screen.version} />
			{problem === null && (
				<GroupCountField
					key={defaultCount}
					defaultCount={defaultCount}
					maxCount={getMaxGroupCount(playerCount, config)}
					failure={model.failure?.isGroupCount ? model.failure : null}
					sentCount={sentCount}
				/>
			)}
			{problem === null && firstTimerCount > 0 && (
				<Checkbox
					name="firstTimersTogether"
					label={`Keep ${formatCount(firstTimerCount, 'first-timer')} together`}
					disabled={screen.isFrozen}
					data-no-draft
				/>
			)}
			<Button
				variant="primary"
				icon={WandSparkles}
				name="intent"
				value="groups.autoSplit"
				disabled={reason !== null}
				aria-describedby={reason ? 'auto-split-reason' : undefined}
				pending={model.isSplitting && 'Splitting...'}
			>
				{GROUP_TEXTS.autoSplit}
			</Button>
			<Button icon={Plus} {...toStep({ type: 'addGroup', id: getNextGroupId(screen.board.groups) })}>
				{GROUP_TEXTS.addGroup}
			</Button>
			{reason && (
				<p id="auto-split-reason" className={css.reason}>
					{reason}
				</p>
			)}
		</form>
	);
}

/** Why a board with unsaved groups cannot change on a page without script. */
export const FROZEN_REASON = 'Save or discard these groups first.';

type GroupCountFieldProps = {
	defaultCount: number;
	maxCount: number;
	failure: GroupsModel['failure'];
	sentCount: string | undefined;
};

/** Renders the number of groups: a number field, and with script also two buttons that step through the numbers. */
function GroupCountField({ defaultCount, maxCount, failure, sentCount }: GroupCountFieldProps) {
	const isHydrated = useHydrated();
	const { isFrozen } = useBoardScreen();
	const first = sentCount ?? String(defaultCount);
	const {
		text: value,
		setText,
		props: { ref: input, onInput },
	} = useTypedText(first);
	const [announced, setAnnounced] = useState('');
	useEffect(() => {
		if (failure) input.current?.focus();
	}, [failure, input]);
	const step = (by: 1 | -1) => {
		const count = Math.min(maxCount, Math.max(AUTO_SPLIT_MIN_GROUPS, Number(value) + by));
		if (input.current) input.current.value = String(count);
		setText(String(count));
		setAnnounced(formatCount(count, 'group'));
	};
	return (
		<Field label={GROUP_TEXTS.groupCount} error={failure?.error} className={css.groupCount}>
			{(control) => (
				<span className={css.stepper}>
					{isHydrated && (
						<IconButton
							type="button"
							icon={Minus}
							label="Fewer groups"
							aria-disabled={Number(value) <= AUTO_SPLIT_MIN_GROUPS}
							onClick={() => step(-1)}
						/>
					)}
					<input
						{...control}
						ref={input}
						type="number"
						inputMode="numeric"
						name="groupCount"
						min={AUTO_SPLIT_MIN_GROUPS}
						max={maxCount}
						defaultValue={first}
						disabled={isFrozen}
						onInput={onInput}
						data-no-draft
						className={joinClasses(fieldCss.control, css.stepperInput)}
					/>
					{isHydrated && (
						<IconButton
							type="button"
							icon={Plus}
							label="More groups"
							aria-disabled={Number(value) >= maxCount}
							onClick={() => step(1)}
						/>
					)}
					<span role="status" className={hidden}>
						{announced}
					</span>
				</span>
			)}
		</Field>
	);
}
