import { data } from 'react-router';
import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { readPreferences, savePreferences } from '~/server/operations/preferences.ts';
import type { Route } from './+types/preferences.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { readDraftForm, showDraft, takeStep } from './preferences-form.ts';
import { revalidateUnlessSearching } from './revalidate.ts';

/** The Player Preferences modal: a draft that the form itself carries until it is saved. */
export async function loader({ context }: Route.LoaderArgs) {
	const { preferredPlayers, preferredStorytellers, notes } = await load(readPreferences, context);
	return showDraft(context, {
		draft: { preferredPlayers, preferredStorytellers, notes },
		queries: { players: '', storytellers: '' },
	});
}

/** One form with many buttons: search, add, remove, and save. Only save changes anything. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await receiveForm(request);
	const { draft, queries } = readDraftForm(form);
	if (form.get('do') !== 'save') {
		const { status, ...step } = takeStep(draft, String(form.get('do') ?? ''));
		return data(await showDraft(context, { queries, ...step }), { status });
	}
	const { refusal } = await submit(savePreferences, context, { read: () => draft });
	if (!refusal)
		return seeOther(context, '/profile', { tone: 'success', title: 'Your preferences are saved.' });
	const failure = { title: PROFILE_TEXTS.preferencesFailed, error: refusal.error };
	const shown = await showDraft(context, { draft, queries, fieldErrors: refusal.fieldErrors, failure });
	return data(shown, { status: refusal.status });
}

export const shouldRevalidate = revalidateUnlessSearching;

export const meta: Route.MetaFunction = () => [{ title: 'Player Preferences · Townbell' }];

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
	return <PreferencesDialog {...(actionData ?? loaderData)} />;
}
