import { Icon } from '~/app/ui/icon.tsx';
import { UsersRound } from '~/app/ui/icons.ts';
import { describeOwnGroup, type OwnGroupOnPage } from '~/domain/groups/own-group.ts';
import * as css from './own-group.css.ts';

/** Renders which group the viewer plays in or runs, or nothing without one. */
export function OwnGroup({ group }: { group: OwnGroupOnPage | null }) {
	if (!group) return null;
	return (
		<p className={css.line}>
			<Icon icon={UsersRound} className={css.icon} />
			<span className={css.words}>{describeOwnGroup(group)}</span>
		</p>
	);
}
