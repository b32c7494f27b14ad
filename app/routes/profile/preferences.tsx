import { data } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { tryServerAction } from '~/app/shell/offline.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { readPreferences, savePreferences } from '~/server/operations/users/index.ts';
import type { Route } from './+types/preferences.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { readDraftForm, showDraft, takeStep } from './preferences-form.ts';
import { revalidateUnlessSearching } from './revalidate.ts';

/** The Player Preferences modal. The form carries the draft until it is saved. */
export async function loader({ context }: Route.LoaderArgs) {
	const { preferredPlayers, preferredStorytellers, notes } = await load(readPreferences, context);
	return showDraft(context, {
		draft: { preferredPlayers, preferredStorytellers, notes },
		queries: { players: '', storytellers: '' },
	});
}

/** Handles one form with many buttons: search, add, remove and save. Only save changes the database. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await receiveForm(request, BODY_LIMITS.large);
	const { draft, queries } = readDraftForm(form);
	if (form.get('do') !== 'save') {
		const { status, ...step } = takeStep(draft, readText(form, 'do'));
		return data(await showDraft(context, { queries, ...step }), { status });
	}
	const { refusal } = await submit(savePreferences, context, { read: () => draft });
	if (!refusal)
		return seeOther(context, '/profile', { tone: 'success', title: 'Your preferences are saved.' });
	const failure = { title: PROFILE_TEXTS.preferencesFailed, error: refusal.error };
	const shown = await showDraft(context, { draft, queries, fieldErrors: refusal.fieldErrors, failure });
	return data(shown, { status: refusal.status });
}

/** Keeps the draft when the server was not reached; only a failed save is shown. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
	const form = await request.clone().formData();
	const answer = await tryServerAction(request, serverAction);
	if (!('offline' in answer)) return answer;
	const failure = { title: PROFILE_TEXTS.preferencesFailed, error: answer.error };
	return { offline: true as const, failure: form.get('do') === 'save' ? failure : null };
}

export const shouldRevalidate = revalidateUnlessSearching;

export const meta: Route.MetaFunction = () => [{ title: 'Player Preferences · Townbell' }];

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
	const answered = actionData && !('offline' in actionData) ? actionData : null;
	return <PreferencesDialog {...(answered ?? loaderData)} />;
}
