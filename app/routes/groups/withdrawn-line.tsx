import { Button } from '~/app/ui/button.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { UserMinus } from '~/app/ui/icons.ts';
import { chooseReplacements } from '~/domain/groups/available.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { hasLostPlace } from './board-directory.ts';
import { useBoardScreen, useStepButton } from './board-screen.ts';
import * as css from './group-card.css.ts';

type WithdrawnLineProps = {
	group: BoardGroup;
	/** The confirmed players who are not storytellers, earliest signup first. */
	splittable: readonly string[];
};

/** Renders how many players of a group can't come or lost their place, with the buttons that remove or replace them. */
export function WithdrawnLine({ group, splittable }: WithdrawnLineProps) {
	const toStep = useStepButton();
	const { board, directory, preferences } = useBoardScreen();
	const { id: groupId, withdrawn = [] } = group;
	const userIds = chooseReplacements(group, splittable, board, preferences);
	const hasLost = withdrawn.some((id) => hasLostPlace(directory.player(id)));
	return (
		<div className={css.withdrawn}>
			<Icon icon={UserMinus} size="small" />
			<span className={css.withdrawnCount}>
				{withdrawn.length} can't come{hasLost && ' or lost the place'}:
			</span>{' '}
			<Button variant="link" className={css.withdrawnStep} {...toStep({ type: 'removeWithdrawn', groupId })}>
				Remove
			</Button>{' '}
			<span aria-hidden="true">·</span>{' '}
			{userIds.length > 0 ? (
				<Button
					variant="link"
					className={css.withdrawnStep}
					{...toStep({ type: 'replaceWithdrawn', groupId, userIds })}
				>
					Fill from available
				</Button>
			) : (
				<span>No one is available</span>
			)}
		</div>
	);
}
