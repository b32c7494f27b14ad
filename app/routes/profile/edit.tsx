import { data, useRouteLoaderData } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { updateUsername } from '~/server/operations/users/index.ts';
import type { Route } from './+types/edit.ts';
import { ProfileHeadForm } from './profile-head.tsx';
import type { loader as profileLoader } from './route.tsx';

/** The profile's edit mode: the form replaces the head of the profile. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const preferredUsername = readText(form, 'preferredUsername');
	const { refusal } = await submit(updateUsername, context, { read: () => ({ preferredUsername }) });
	if (refusal) {
		const formRefusal = { title: PROFILE_TEXTS.updateFailed, error: refusal.error, preferredUsername };
		return data(formRefusal, { status: refusal.status });
	}
	return redirectAfterForm(context, '/profile', { tone: 'success', title: 'Your profile was saved.' });
}

export const meta: Route.MetaFunction = () => [{ title: 'Edit Profile · Townbell' }];

export default function Edit({ actionData }: Route.ComponentProps) {
	const profile = useRouteLoaderData<typeof profileLoader>('profile');
	if (!profile) return null;
	return <ProfileHeadForm user={profile.user} refusal={actionData ?? null} />;
}
