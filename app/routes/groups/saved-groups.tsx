import { useId } from 'react';
import { ScriptCharacters } from '~/app/shell/script-characters.tsx';
import { getStandingLook } from '~/app/shell/status-looks.ts';
import { VoiceChannelLink } from '~/app/shell/voice-channel-link.tsx';
import { Avatar } from '~/app/ui/avatar.tsx';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { MessagesSquare } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { ellipsis, hidden } from '~/app/ui/text.css.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { formatCount } from '~/domain/format-count.ts';
import { isInGroup, listStorytellerIds, putOwnFirst, toSeatNumber } from '~/domain/groups/own-group.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { WINNER_LABELS } from '~/domain/groups/result.ts';
import { can } from '~/domain/policy.ts';
import {
	type BoardUser,
	createDirectory,
	type Directory,
	labelSeat,
	labelWithdrawn,
} from './board-directory.ts';
import * as cardCss from './group-card.css.ts';
import * as css from './groups-panel.css.ts';
import * as rowCss from './players.css.ts';
import { WhoWon } from './who-won.tsx';

/** Renders the saved groups for users who cannot edit them: names only, without preferences. */
export function SavedGroups({ event, view }: { event: EventOnPage; view: OpenGroups }) {
	const { cdnUrl } = useSite();
	const directory = createDirectory(event, view, cdnUrl);
	if (view.groups.length === 0) return <p className={css.empty}>No groups yet.</p>;
	return (
		<div className={css.grid}>
			{putOwnFirst(view.groups, event.currentUserId).map((group) => (
				<SavedGroup key={group.id} group={group} directory={directory} view={view} event={event} />
			))}
		</div>
	);
}

type SavedGroupProps = {
	group: OpenGroups['groups'][number];
	directory: Directory;
	view: OpenGroups;
	event: EventOnPage;
};

function SavedGroup({ group, directory, view, event }: SavedGroupProps) {
	const heading = useId();
	const viewerId = event.currentUserId;
	const viewer = { id: viewerId, role: event.currentUserRole };
	const isStoryteller = listStorytellerIds(group).includes(viewerId);
	const canSetWinner = event.hasResults && can(viewer, 'groups.setWinner', { isStoryteller });
	const canWrite = event.status === 'active' && can(viewer, 'messages.send', { isStoryteller });
	const count = group.players.length;
	return (
		<Card bare aria-labelledby={heading}>
			<div className={cardCss.head}>
				<div className={cardCss.titles}>
					<h3 id={heading} className={cardCss.title}>
						<Name>{group.name}</Name>
					</h3>
					{isInGroup(group, viewerId) && <YouMarker />}
					<span className={cardCss.count}>
						{formatCount(count, 'player')}
						{group.winner && ` · ${WINNER_LABELS[group.winner]}`}
					</span>
				</div>
			</div>
			{group.storytellerId !== null && <GroupStoryteller {...directory.storyteller(group.storytellerId)} />}
			{group.coStorytellerIds.map((id) => (
				<GroupStoryteller key={id} {...directory.storyteller(id)} label="Co-storyteller" />
			))}
			<GroupScript scriptId={group.scriptId} view={view} />
			<GroupChannel id={group.voiceChannelId} view={view} />
			{canWrite && (
				<p className={cardCss.writeTo}>
					<ButtonLink
						to={`/events/${event.id}/message?${new URLSearchParams({ to: `group:${group.id}` })}`}
						icon={MessagesSquare}
						preventScrollReset
					>
						Message this group
					</ButtonLink>
				</p>
			)}
			{canSetWinner && <WhoWon eventId={event.id} group={group} winner={group.winner} />}
			{count + group.withdrawn.length === 0 ? (
				<p className={cardCss.empty}>No players yet</p>
			) : (
				<ul className={joinClasses(plainList, cardCss.players)} aria-label={`Players of ${group.name}`}>
					{group.players.map((id, index) => (
						<SavedPlayerRow key={id} {...directory.player(id)} index={index} isOwn={id === viewerId} />
					))}
					{group.withdrawn.map((id) => (
						<WithdrawnRow key={id} {...directory.player(id)} isOwn={id === viewerId} />
					))}
				</ul>
			)}
		</Card>
	);
}

type GroupChannelProps = { id: string | null; view: Pick<OpenGroups, 'voiceChannels'> };

/** Renders the link to a group's voice channel, or nothing without one that Discord still has. */
export function GroupChannel({ id, view }: GroupChannelProps) {
	const channel = view.voiceChannels.find((one) => one.id === id);
	return channel ? (
		<p className={cardCss.script}>
			<VoiceChannelLink channel={channel} />
		</p>
	) : null;
}

type GroupScriptProps = {
	scriptId: string | null;
	view: Pick<OpenGroups, 'scripts'>;
};

function GroupScript({ scriptId, view }: GroupScriptProps) {
	const script = view.scripts.find(({ id }) => id === scriptId);
	if (!script) return null;
	const title = (
		<span>
			Script: <Name>{script.name}</Name>
			{script.author && (
				<>
					{' '}
					by <Name>{script.author}</Name>
				</>
			)}
		</span>
	);
	return (
		<div className={cardCss.script}>
			{script.characters.length > 0 ? (
				<Disclosure label={title}>
					<ScriptCharacters characters={script.characters} />
				</Disclosure>
			) : (
				<p>{title}</p>
			)}
		</div>
	);
}

export function GroupCharacters({ scriptId, view }: GroupScriptProps) {
	const script = view.scripts.find(({ id }) => id === scriptId);
	if (!script || script.characters.length === 0) return null;
	return (
		<div className={cardCss.script}>
			<Disclosure label="Characters">
				<ScriptCharacters characters={script.characters} />
			</Disclosure>
		</div>
	);
}

type GroupStorytellerProps = { name: string; picture: string | null; label?: string };

export function GroupStoryteller({ name, picture, label = 'Storyteller' }: GroupStorytellerProps) {
	return (
		<div className={cardCss.storyteller}>
			<Avatar name={name} src={picture} size={36} />
			<p className={cardCss.storytellerField}>
				<span className={cardCss.fieldLabel}>{label}</span>
				<span className={cardCss.storytellerName}>{name}</span>
			</p>
		</div>
	);
}

type SavedRowProps = Pick<BoardUser, 'name' | 'picture'> & { isOwn: boolean };

export const SeatNumber = ({ index }: { index: number }) => (
	<span className={rowCss.rowSeat}>
		<span className={hidden}>Seat </span>
		{toSeatNumber(index)}
	</span>
);

function SavedPlayerRow({
	name,
	picture,
	standing,
	stay,
	index,
	isOwn,
}: SavedRowProps & Pick<BoardUser, 'standing' | 'stay'> & { index: number }) {
	const label = labelSeat({ standing });
	return (
		<li className={joinClasses(rowCss.rowReadOnly, isOwn && rowCss.rowOwn)}>
			<SeatNumber index={index} />
			<Avatar name={name} src={picture} size={36} />
			<p className={joinClasses(rowCss.rowName, ellipsis)} title={name}>
				<Name>{name}</Name>
			</p>
			{isOwn && <YouMarker />}
			{stay && <span className={joinClasses(rowCss.rowStatus, rowCss.rowMark)}>{stay}</span>}
			{!stay && standing && label && (
				<span className={joinClasses(rowCss.rowStatus, rowCss.rowMark)}>
					<ToneIcon {...getStandingLook(standing)} size="small" /> {label}
				</span>
			)}
		</li>
	);
}

/** Renders a player who has declined, left or lost the place since the groups were saved. */
export function WithdrawnRow({
	name,
	picture,
	isOwn,
	standing,
}: SavedRowProps & Pick<BoardUser, 'standing'>) {
	return (
		<li className={joinClasses(rowCss.rowReadOnly, rowCss.rowWithdrawn)}>
			<Avatar name={name} src={picture} size={36} />
			<p className={joinClasses(rowCss.rowName, ellipsis)} title={name}>
				<Name>
					<s>{name}</s>
				</Name>
			</p>
			{isOwn && <YouMarker />}
			<span className={rowCss.rowMark}>{labelWithdrawn({ standing })}</span>
		</li>
	);
}

/** Marks the viewer's own group and row. */
export const YouMarker = () => <span className={rowCss.rowYou}> (You)</span>;
