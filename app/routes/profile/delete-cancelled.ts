import { PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { redirectAfterForm } from '~/server/http/responses.ts';
import type { Route } from './+types/delete-cancelled.ts';

/** Cancels the deletion dialog: redirects to the profile, which says that nothing was deleted. */
export const loader = ({ context }: Route.LoaderArgs) =>
	redirectAfterForm(context, '/profile', { tone: 'info', title: PROFILE_TEXTS.deletionCancelled });
