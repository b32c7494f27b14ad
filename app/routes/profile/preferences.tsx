import { data } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { FAILURES } from '~/domain/failures.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readPreferences, savePreferences } from '~/server/operations/users/index.ts';
import type { Route } from './+types/preferences.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { applyPreferencesStep, loadDraftView, readDraftForm } from './preferences-form.ts';
import { revalidateUnlessSearching } from './revalidate.ts';

/** The Player Preferences modal. The form carries the draft until it is saved. */
export async function loader({ context }: Route.LoaderArgs) {
	const { preferredPlayers, preferredStorytellers, notes } = await load(readPreferences, context);
	return loadDraftView(context, {
		draft: { preferredPlayers, preferredStorytellers, notes },
		queries: { players: '', storytellers: '' },
	});
}

/** Handles one form with many buttons: search, add, remove and save. Only save changes the database. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readPageForm(request, BODY_LIMITS.large);
	const { draft, queries } = readDraftForm(form);
	if (form.get('do') !== 'save') {
		const { status, ...step } = applyPreferencesStep(draft, readText(form, 'do'));
		return data(await loadDraftView(context, { queries, ...step }), { status });
	}
	const { refusal } = await submit(savePreferences, context, { read: () => draft });
	if (!refusal)
		return redirectAfterForm(context, '/profile', { tone: 'success', title: 'Your preferences were saved.' });
	const failure = { title: FAILURES['preferences.save'], error: refusal.error };
	const draftView = await loadDraftView(context, {
		draft,
		queries,
		fieldErrors: refusal.fieldErrors,
		failure,
	});
	return data(draftView, { status: refusal.status });
}

export const shouldRevalidate = revalidateUnlessSearching;

export const meta: Route.MetaFunction = () => [{ title: 'Player Preferences · Townbell' }];

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
	return <PreferencesDialog {...(actionData ?? loaderData)} />;
}
