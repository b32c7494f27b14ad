import { useId } from 'react';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { ellipsis } from '~/app/ui/text.css.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { GroupsView, GroupView } from '~/domain/groups/schema.ts';
import { type Directory, makeDirectory } from './board-people.ts';
import * as cardCss from './group-card.css.ts';
import * as css from './groups-panel.css.ts';
import * as rowCss from './player-row.css.ts';

/** Renders the saved groups for users who cannot edit them: names only, without preferences. */
export function SavedGroups({ event, view }: { event: EventDetail; view: GroupsView }) {
	const { cdnUrl } = useSite();
	const directory = makeDirectory(event, view, cdnUrl);
	if (view.groups.length === 0) return <p className={css.empty}>The groups are not made yet.</p>;
	return (
		<div className={css.grid}>
			{view.groups.map((group) => (
				<SavedGroup key={group.id} group={group} directory={directory} viewerId={event.currentUserId} />
			))}
		</div>
	);
}

type SavedGroupProps = { group: GroupView; directory: Directory; viewerId: string };

function SavedGroup({ group, directory, viewerId }: SavedGroupProps) {
	const heading = useId();
	const count = group.players.length;
	return (
		<Card bare aria-labelledby={heading}>
			<div className={cardCss.head}>
				<div className={cardCss.titles}>
					<h3 id={heading} className={cardCss.title}>
						{group.name}
					</h3>
					<span className={cardCss.count}>
						{count} {count === 1 ? 'player' : 'players'}
					</span>
				</div>
			</div>
			<Teller directory={directory} id={group.storytellerId} />
			{count === 0 ? (
				<p className={cardCss.nobody}>Nobody yet</p>
			) : (
				<ul className={joinClasses(plainList, cardCss.players)} aria-label={`Players of ${group.name}`}>
					{group.players.map((id) => (
						<StillRow key={id} {...directory.player(id)} isOwn={id === viewerId} />
					))}
				</ul>
			)}
		</Card>
	);
}

function Teller({ directory, id }: { directory: Directory; id: string | null }) {
	if (id === null) return null;
	const { name, picture } = directory.storyteller(id);
	return (
		<div className={cardCss.teller}>
			<Avatar name={name} src={picture} size={36} />
			<p className={cardCss.tellerField}>
				<span className={cardCss.tellerLabel}>Storyteller</span>
				<span className={cardCss.tellerName}>{name}</span>
			</p>
		</div>
	);
}

type StillRowProps = { name: string; picture: string | null; isOwn: boolean };

function StillRow({ name, picture, isOwn }: StillRowProps) {
	return (
		<li className={joinClasses(rowCss.still, isOwn && rowCss.own)}>
			<Avatar name={name} src={picture} size={36} />
			<p className={joinClasses(rowCss.name, ellipsis)} title={name}>
				{name}
				{isOwn && <span className={rowCss.you}> (You)</span>}
			</p>
		</li>
	);
}
