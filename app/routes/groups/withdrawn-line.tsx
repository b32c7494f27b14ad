import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { UserMinus } from '~/app/ui/icons.ts';
import { listAvailable } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { chooseReplacements } from '~/domain/groups/replacements.ts';
import { listSplittable } from '~/domain/groups/splittable.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { getStepButtonProps, useBoardScreen } from './board-screen.ts';
import * as css from './group-card.css.ts';

type WithdrawnLineProps = {
	group: BoardGroup;
	storytellers: OpenGroups['storytellers'];
	signups: readonly ListedSignup[];
};

/** Renders how many players of a group can't come, with the buttons that remove or replace them. */
export function WithdrawnLine({ group, storytellers, signups }: WithdrawnLineProps) {
	const { board, preferences, isFrozen } = useBoardScreen();
	const { id: groupId, withdrawn = [] } = group;
	// The page lists the viewer's own signup first; ids are in the order of the signups.
	const bySignup = signups.toSorted((one, other) => Number(one.id) - Number(other.id));
	const confirmed = listAvailable(board.groups, bySignup).find(({ key }) => key === 'confirmed');
	const available = listSplittable({
		board,
		confirmed: confirmed?.players.map(({ user_id }) => user_id) ?? [],
		storytellers: storytellers.map(({ user_id }) => user_id),
	});
	const userIds = chooseReplacements(group, available, board, preferences);
	return (
		<div className={css.withdrawn}>
			<Icon icon={UserMinus} size="small" />
			<span className={css.withdrawnCount}>{withdrawn.length} declined:</span>{' '}
			<Button
				variant="link"
				className={css.withdrawnStep}
				{...getStepButtonProps({ type: 'removeWithdrawn', groupId })}
				disabled={isFrozen}
			>
				Remove
			</Button>{' '}
			<span aria-hidden="true">·</span>{' '}
			{userIds.length > 0 ? (
				<Button
					variant="link"
					className={css.withdrawnStep}
					{...getStepButtonProps({ type: 'replaceWithdrawn', groupId, userIds })}
					disabled={isFrozen}
				>
					Fill from available
				</Button>
			) : (
				<span>No one is available</span>
			)}
		</div>
	);
}
