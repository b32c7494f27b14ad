import { useState } from 'react';
import { Button, getButtonClass, IconButton } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Select } from '~/app/ui/field.tsx';
import { PinOff, X } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { toPageLink } from '~/app/ui/menu.tsx';
import { NameOption } from '~/app/ui/name.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { useBoardScreen, useStepButton } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import { OPEN_MENU } from './panel-address.ts';
import { StepForm } from './step-form.tsx';

const MENU = 'rules';

/** Renders the rules for Auto-Split: players pinned to a group, and pairs that are kept apart. */
export function SplitRules({ signups }: { signups: readonly ListedSignup[] }) {
	const toStep = useStepButton();
	const { board, directory, search, openMenu, getMenuHref, isFrozen } = useBoardScreen();
	const isScripted = useHydrated();
	const [isOpenFirst] = useState(!isScripted && openMenu === MENU);
	const [isOpen, setOpen] = useState(isOpenFirst);
	// The two lists have an option for each signup. With script, those of many signups wait until the rules are open.
	const isListed = isOpen || (isScripted && !search);
	const getName = (id: string) => directory.player(id).name;
	const getGroupName = (id: string) => board.groups.find((group) => group.id === id)?.name ?? '';
	const sortedSignups = (isListed ? [...signups] : []).sort((one, other) =>
		getName(one.user_id).localeCompare(getName(other.user_id), 'en'),
	);
	const options = sortedSignups.map(({ user_id }) => (
		<NameOption key={user_id} value={user_id}>
			{getName(user_id)}
		</NameOption>
	));
	const count = board.pins.length + board.keepApart.length;
	return (
		<details
			id={isOpenFirst ? OPEN_MENU : undefined}
			open={isOpenFirst}
			className={css.rules}
			onToggle={(event) => setOpen(event.currentTarget.open)}
			// It may have been opened before the script came.
			ref={(details) => {
				if (details?.open) setOpen(true);
			}}
		>
			<summary className={css.detailsSummary}>
				Rules for Auto-Split
				{count > 0 && ` (${count})`}
			</summary>
			<div className={css.rulesBody}>
				<div>
					<h3 className={css.rulesTitle}>Pinned to a group</h3>
					{board.pins.length === 0 ? (
						<p className={mutedSmall}>No one pinned. To pin a player, open their ⋮ menu.</p>
					) : (
						<ul className={joinClasses(plainList, css.ruleList)}>
							{board.pins.map(({ userId, groupId }) => (
								<li key={userId} className={css.rule}>
									<span className={css.breakable}>
										{getName(userId)}: {getGroupName(groupId)}
									</span>
									<IconButton
										icon={PinOff}
										label={`Unpin ${getName(userId)}`}
										{...toStep({ type: 'pin', userId, groupId: null })}
									/>
								</li>
							))}
						</ul>
					)}
				</div>
				<div>
					<h3 className={css.rulesTitle}>Kept apart</h3>
					{board.keepApart.length === 0 ? (
						<p className={mutedSmall}>No pairs yet.</p>
					) : (
						<ul className={joinClasses(plainList, css.ruleList)}>
							{board.keepApart.map(([a, b]) => (
								<li key={`${a} ${b}`} className={css.rule}>
									<span className={css.breakable}>
										{getName(a)} and {getName(b)}
									</span>
									<IconButton
										icon={X}
										label={`Let ${getName(a)} and ${getName(b)} play together`}
										{...toStep({ type: 'allowTogether', a, b })}
									/>
								</li>
							))}
						</ul>
					)}
				</div>
				{isListed ? (
					<StepForm step={{ type: 'keepApart' }} className={css.pairForm}>
						<Select name="a" label="Keep this player" required defaultValue="">
							<option value="">Choose a player</option>
							{options}
						</Select>
						<Select name="b" label="and this player apart" required defaultValue="">
							<option value="">Choose a player</option>
							{options}
						</Select>
						<Button disabled={isFrozen}>Keep apart</Button>
					</StepForm>
				) : (
					!isScripted && (
						<div>
							<a {...toPageLink(getMenuHref(MENU))} className={getButtonClass({})}>
								Keep two players apart
							</a>
						</div>
					)
				)}
			</div>
		</details>
	);
}
