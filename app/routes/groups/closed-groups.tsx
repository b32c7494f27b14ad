import { useId } from 'react';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { UsersRound } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import type { GroupSummary } from '~/domain/groups/panel.ts';
import { buildAvatarUrl, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as cardCss from './group-card.css.ts';
import { GroupPost, type GroupPostProps } from './group-post.tsx';
import * as css from './groups-panel.css.ts';
import { getGroupsAddress } from './panel-address.ts';
import { GroupStoryteller, YouMarker } from './saved-groups.tsx';

type ClosedGroupsProps = {
	event: GroupPostProps['event'];
	formKey: string;
	groups: readonly GroupSummary[];
	/** Whether the viewer may edit the groups. */
	canEdit: boolean;
	/** Why the groups could not be posted on Discord (without script). */
	postRefusal?: string | null | undefined;
};

/** Renders the groups of an event with many signups without their players, and the link that opens them. */
export function ClosedGroups({ event, formKey, groups, canEdit, postRefusal }: ClosedGroupsProps) {
	if (groups.length === 0 && !canEdit) return <p className={css.empty}>No groups yet.</p>;
	return (
		<>
			<div className={css.barActions}>
				<p className={muted}>
					{groups.length === 0
						? 'No groups yet.'
						: 'This event has many signups, so the players are not listed here.'}
				</p>
				<ButtonLink
					to={`${getGroupsAddress(event.id, true)}#groups`}
					icon={UsersRound}
					variant={canEdit ? 'primary' : 'secondary'}
					preventScrollReset
				>
					{canEdit ? 'Edit groups' : 'Show players'}
				</ButtonLink>
			</div>
			{groups.length > 0 && (
				<ul className={joinClasses(plainList, css.grid)} aria-label="Groups">
					{groups.map((group) => (
						<li key={group.id}>
							<ClosedGroup group={group} />
						</li>
					))}
				</ul>
			)}
			{(groups.length > 0 || postRefusal) && (
				<GroupPost event={event} formKey={formKey} refusal={postRefusal} />
			)}
		</>
	);
}

function ClosedGroup({ group: { name, playerCount, storyteller, isOwn } }: { group: GroupSummary }) {
	const heading = useId();
	const { cdnUrl } = useSite();
	return (
		<Card bare aria-labelledby={heading} className={cardCss.closed}>
			<div className={cardCss.head}>
				<div className={cardCss.titles}>
					<h3 id={heading} className={cardCss.title}>
						<Name>{name}</Name>
					</h3>
					{isOwn && <YouMarker />}
					<span className={cardCss.count}>{formatCount(playerCount, 'player')}</span>
				</div>
			</div>
			{storyteller && (
				<GroupStoryteller
					name={storyteller.username || UNKNOWN_NAMES.storyteller}
					picture={buildAvatarUrl({ discordId: storyteller.discord_id, avatar: storyteller.avatar, cdnUrl })}
				/>
			)}
		</Card>
	);
}
