import type { ReactNode } from 'react';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { ellipsis, muted } from '~/app/ui/text.css.ts';
import { summarizePreferences } from '~/domain/groups/mutual-preferences.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { isolate } from '~/domain/isolate.ts';
import { formatDisplayName, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { guardPage, load, redirectAfterForm } from '~/server/http/responses.ts';
import { readPlayerPreferences } from '~/server/operations/groups/index.ts';
import { findEventSignup } from '~/server/operations/signups/index.ts';
import { findUsers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/preferences.ts';
import { getGroupsAddress, isGroupsAddress } from './panel-address.ts';
import * as css from './preferences.css.ts';

export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'groups.readPreferences');
	const [{ event, signup }, preferences] = await Promise.all([
		load(findEventSignup, context, { params, read: () => ({ userId: params.userId }) }),
		load(readPlayerPreferences, context, { params }),
	]);
	const closeHref = getGroupsAddress(event.id, isGroupsAddress(url.searchParams));
	if (!signup) throw redirectAfterForm(context, closeHref, { tone: 'info', title: 'Signup not found' });
	const sheet = summarizePreferences(preferences ?? undefined, signup.notes);
	const ids = [...(sheet?.preferredPlayers ?? []), ...(sheet?.preferredStorytellers ?? [])];
	const users = await load(findUsers, context, { read: () => ({ ids }) });
	return { closeHref, name: signup.username, sheet, users };
}

export const meta: Route.MetaFunction = () => [{ title: 'Preferences · Townbell' }];

export default function PlayerPreferences({ loaderData }: Route.ComponentProps) {
	const { closeHref, name, sheet, users } = loaderData;
	return (
		<Dialog title={`${isolate(name || UNKNOWN_NAMES.player)} Preferences`} closeHref={closeHref}>
			{sheet ? (
				<>
					<Part title="Preferred Storytellers">
						<Names ids={sheet.preferredStorytellers} users={users} part="storyteller" />
					</Part>
					<Part title="Preferred Players">
						<Names ids={sheet.preferredPlayers} users={users} part="player" />
					</Part>
					<Part title="Profile Notes">
						<Notes text={sheet.profileNotes} />
					</Part>
					<Part title="Signup Notes">
						<Notes text={sheet.signupNotes} />
					</Part>
				</>
			) : (
				<p className={muted}>{GROUP_TEXTS.noPreferences}</p>
			)}
			<DialogActions>
				<ButtonLink to={closeHref} variant="secondary" preventScrollReset>
					Back to the groups
				</ButtonLink>
			</DialogActions>
		</Dialog>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={css.part}>
			<h3 className={css.title}>{title}</h3>
			{children}
		</section>
	);
}

type NamesProps = {
	ids: readonly string[];
	users: readonly PublicUserView[];
	part: 'player' | 'storyteller';
};

function Names({ ids, users, part }: NamesProps) {
	if (ids.length === 0) return <p className={muted}>None</p>;
	return (
		<ul className={`${plainList} ${css.names}`}>
			{ids.map((id) => {
				const user = users.find((one) => one.id === id);
				const name = formatDisplayName(user, part);
				return (
					<li key={id} className={css.user}>
						<UserAvatar name={name} user={user} size={28} pixels={64} />
						<Name className={ellipsis} title={name}>
							{name}
						</Name>
					</li>
				);
			})}
		</ul>
	);
}

function Notes({ text }: { text: string | null }) {
	return text ? (
		<p className={css.notes} dir="auto">
			{text}
		</p>
	) : (
		<p className={muted}>None</p>
	);
}
