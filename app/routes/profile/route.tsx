import { Outlet, type ShouldRevalidateFunctionArgs, useMatch } from 'react-router';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { canAttempt } from '~/domain/policy.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import { load, loadOptional, readPageForm } from '~/server/http/responses.ts';
import { hasComingEvents, readCalendarLink } from '~/server/operations/calendar/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { listRegulars, readOwnHistory } from '~/server/operations/signups/index.ts';
import {
	findUsers,
	listApiTokens,
	listSessions,
	readPreferences,
	readProfile,
} from '~/server/operations/users/index.ts';
import type { Route } from './+types/route.ts';
import { getHistoryPage, limitToHistory, parseShownLengths, type ShownLengths } from './history-steps.ts';
import * as css from './profile.css.ts';
import { handleProfileForm } from './profile-forms.ts';
import { ProfileHead } from './profile-head.tsx';
import { ProfilePage } from './profile-page.tsx';
import { revalidateUnlessSearching } from './revalidate.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
	const { authenticated, now } = getRequestFacts(context);
	const read = () => ({ currentId: authenticated?.sessionId ?? '' });
	const canReadCalendar = canAttempt(getActor(context), 'calendar.readLink');
	const [user, { history, shown }, preferred, tokens, sessions, calendar, regulars, hasComing] =
		await Promise.all([
			load(readProfile, context),
			loadHistory(context, parseShownLengths(url.searchParams)),
			loadPreferred(context),
			load(listApiTokens, context),
			load(listSessions, context, { read }),
			// An API token that reads the page does not get the link.
			canReadCalendar ? load(readCalendarLink, context) : { url: null },
			load(listRegulars, context),
			canReadCalendar ? load(hasComingEvents, context) : true,
		]);
	return {
		user,
		history,
		preferred,
		regulars,
		tokens,
		sessions,
		shown,
		calendar: { url: calendar.url, hasComingEvents: hasComing },
		formKey: createFormKey(),
		now: now.toISOString(),
	};
}

/** Returns the preferences with the users that they name, or null when they cannot be read. */
async function loadPreferred(context: Route.LoaderArgs['context']) {
	const preferences = await loadOptional(readPreferences, context);
	if (!preferences) return null;
	const find = (ids: string[]) => loadOptional(findUsers, context, { read: () => ({ ids }) });
	const [players, storytellers] = await Promise.all([
		find(preferences.preferredPlayers),
		find(preferences.preferredStorytellers),
	]);
	return players && storytellers && { players, storytellers, notes: preferences.notes };
}

/** Returns the shown part of the history, or its last page when the address asks for one after its end. */
async function loadHistory(context: Route.LoaderArgs['context'], asked: ShownLengths) {
	const read = (shown: ShownLengths) => load(readOwnHistory, context, { read: () => getHistoryPage(shown) });
	const history = await read(asked);
	const shown = limitToHistory(asked, history.tally.total);
	return shown.history === asked.history ? { history, shown } : { history: await read(shown), shown };
}

export async function action({ request, context }: Route.ActionArgs) {
	return handleProfileForm(request, context, await readPageForm(request));
}

/** Revalidates after a conflict too: it lists a token whose response was lost, and gives the form a new key. */
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
