import { Outlet, type ShouldRevalidateFunctionArgs, useMatch } from 'react-router';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { load, readPageForm } from '~/server/http/responses.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { listOwnSignups } from '~/server/operations/signups/index.ts';
import {
	checkDiscordSignups,
	findUsers,
	listApiTokens,
	listSessions,
	readMe,
	readPreferences,
} from '~/server/operations/users/index.ts';
import type { Route } from './+types/route.ts';
import { HISTORY_PAGE, HISTORY_STEP } from './history-steps.ts';
import * as css from './profile.css.ts';
import { handleProfileForm } from './profile-forms.ts';
import { ProfileHead } from './profile-head.tsx';
import { ProfilePage } from './profile-page.tsx';
import { revalidateUnlessSearching } from './revalidate.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
	const { authenticated, now } = getRequestFacts(context);
	const read = () => ({ currentId: authenticated?.sessionId ?? '' });
	const [user, signups, preferences, unlinked, tokens, sessions] = await Promise.all([
		load(readMe, context),
		load(listOwnSignups, context),
		load(readPreferences, context),
		load(checkDiscordSignups, context),
		load(listApiTokens, context),
		load(listSessions, context, { read }),
	]);
	const [players, storytellers] = await Promise.all([
		load(findUsers, context, { read: () => ({ ids: preferences.preferredPlayers }) }),
		load(findUsers, context, { read: () => ({ ids: preferences.preferredStorytellers }) }),
	]);
	const requestedCount = Number(url.searchParams.get('shown'));
	return {
		user,
		signups,
		preferred: { players, storytellers, notes: preferences.notes },
		unlinked: unlinked.discordSignups.length,
		tokens,
		sessions,
		/** How many events of the history are shown: five, and twenty more with each step. */
		shown:
			Number.isInteger(requestedCount) && requestedCount > HISTORY_PAGE
				? Math.min(requestedCount, signups.length + HISTORY_STEP)
				: HISTORY_PAGE,
		formKey: createFormKey(),
		now: now.toISOString(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	return handleProfileForm(request, context, await readPageForm(request));
}

/**
 * Revalidates after a conflict too: it lists a token whose response was lost, and gives the form a new key.
 */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
	args.actionStatus === 409 || revalidateUnlessSearching(args);

export const meta: Route.MetaFunction = () => [{ title: 'Profile · Townbell' }];

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
	const isEditing = useMatch('/profile/edit') !== null;
	return (
		<div className={joinClasses(wrap, css.page)}>
			{isEditing ? <Outlet /> : <ProfileHead user={loaderData.user} />}
			<ProfilePage {...loaderData} outcome={actionData ?? null} />
			{!isEditing && <Outlet />}
		</div>
	);
}
