import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { IconLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Pencil } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { ellipsis } from '~/app/ui/text.css.ts';
import { ToneIcon } from '~/app/ui/tone.tsx';
import { visibleNotes } from '~/domain/signups/notes.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { avatarUrl } from '~/domain/users/avatar.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as css from './signup-row.css.ts';

type SignupRowProps = {
	signup: SignupView;
	isOwn: boolean;
	/** The address of the edit dialog; null when the viewer may not edit this signup. */
	editHref: string | null;
};

/**
 * Renders one signup. Its notes are only present when the viewer may read them, because the server leaves
 * them out for others.
 */
export function SignupRow({ signup, isOwn, editHref }: SignupRowProps) {
	const { cdnUrl } = useSite();
	const name = signup.username || UNKNOWN_NAMES.user;
	const notes = visibleNotes(signup.notes);
	return (
		<li className={joinClasses(css.row, isOwn && css.own)}>
			<Avatar
				name={name}
				src={avatarUrl({ discordId: signup.discord_id, avatar: signup.avatar, cdnUrl })}
				size={38}
			/>
			<div className={css.text}>
				<p className={css.name}>
					<span className={ellipsis} title={name}>
						{name}
					</span>
					{isOwn && <span className={css.you}> (You)</span>}
				</p>
				{notes && (
					<p className={joinClasses(css.note, ellipsis)} title={notes}>
						{notes}
					</p>
				)}
			</div>
			<ToneIcon
				{...SIGNUP_LOOKS[signup.status]}
				label={STATUS_LABELS[signup.status]}
				className={editHref ? undefined : css.noEdit}
			/>
			{editHref && (
				<IconLink
					to={editHref}
					icon={Pencil}
					label={isOwn ? 'Edit my signup' : `Edit the signup of ${name}`}
					preventScrollReset
					className={css.edit}
				/>
			)}
		</li>
	);
}
