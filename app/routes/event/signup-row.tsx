import { getStandingLook } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { tint } from '~/app/ui/badge.css.ts';
import { getIconButtonClass } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { CalendarSync, Clock, Pencil } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { ellipsis, textLink } from '~/app/ui/text.css.ts';
import type { LinkTo } from '~/app/ui/use-links.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { labelStanding, type Standing } from '~/domain/signups/standing.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { buildAvatarUrl, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as css from './signups.css.ts';

type SignupRowProps = {
	signup: ListedSignup;
	/** Where its user stands with the event. */
	standing: Standing;
	isOwn: boolean;
	/** Whether the event has moved and the user has not confirmed the signup since. */
	isUnconfirmed: boolean;
	/** How much of the event the user misses; null for nothing, or when the viewer may not read it. */
	stay: string | null;
	/** The address of the edit dialog; null when the viewer may not edit this signup. */
	editHref: string | null;
	/** The address of the dialog that gives the player a place; null for one who does not wait, or when the viewer may not. */
	placeHref: string | null;
	/** In the browser: follows the link to the dialog without a new document. */
	linkTo?: LinkTo;
	/** Discord's image CDN. */
	cdnUrl: string;
};

const editClass = getIconButtonClass({}, css.rowEdit);
const noteClass = joinClasses(css.rowNote, ellipsis);
const nameClass = joinClasses(css.rowOnlyName, ellipsis);
const placeClass = joinClasses(textLink, css.rowPlace);
const ownClass = joinClasses(css.row, css.rowOwn);

/**
 * Renders one signup. Its notes are only present when the viewer may read them, because the server leaves them out for
 * others. The page has many rows, so they use plain elements and no hooks.
 */
export function SignupRow({
	signup,
	standing,
	isOwn,
	isUnconfirmed,
	stay,
	editHref,
	placeHref,
	linkTo,
	cdnUrl,
}: SignupRowProps) {
	const name = signup.username || UNKNOWN_NAMES.user;
	const notes = getVisibleNotes(signup.notes);
	const label = labelStanding(standing);
	const look = getStandingLook(standing);
	const editLabel = isOwn ? 'Edit my signup' : `Edit ${name}'s signup`;
	return (
		<li id={editHref === null ? undefined : `signup-${signup.id}`} className={isOwn ? ownClass : css.row}>
			<Avatar
				name={name}
				src={buildAvatarUrl({ discordId: signup.discord_id, avatar: signup.avatar, cdnUrl })}
				size={38}
			/>
			<div className={css.rowText}>
				{isOwn ? (
					<p className={css.rowName}>
						<Name className={ellipsis} title={name}>
							{name}
						</Name>
						<span className={css.rowYou}> (You)</span>
					</p>
				) : (
					<p className={nameClass} title={name}>
						<Name>{name}</Name>
					</p>
				)}
				{isUnconfirmed && (
					<p className={css.rowUnconfirmed}>
						<Icon icon={CalendarSync} size="small" />
						New time not confirmed
					</p>
				)}
				{label !== STATUS_LABELS[signup.status] && (
					<p className={css.rowUnconfirmed}>
						<Icon icon={look.icon} size="small" />
						{label}
					</p>
				)}
				{placeHref !== null && (
					<a
						{...linkTo?.(placeHref)}
						href={placeHref}
						data-row-link=""
						aria-label={`Give ${name} a place`}
						className={placeClass}
					>
						Give a place
					</a>
				)}
				{stay && (
					<p className={css.rowUnconfirmed}>
						<Icon icon={Clock} size="small" />
						{stay}
					</p>
				)}
				{notes && (
					<p className={noteClass} title={notes} dir="auto">
						{notes}
					</p>
				)}
			</div>
			<Icon
				icon={look.icon}
				label={label}
				className={joinClasses(tint[look.tone], editHref === null && css.rowNoEdit)}
			/>
			{editHref !== null && (
				<a
					{...linkTo?.(editHref)}
					// The linter finds a link only by its own href.
					href={editHref}
					title={editLabel}
					aria-label={editLabel}
					className={editClass}
				>
					<Icon icon={Pencil} />
				</a>
			)}
		</li>
	);
}
