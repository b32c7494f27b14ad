import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { seeOther } from '~/server/http/answers.ts';
import type { Route } from './+types/delete-cancelled.ts';

/** Cancels the deletion dialog: redirects to the profile, which says that nothing was deleted. */
export const loader = ({ context }: Route.LoaderArgs) =>
	seeOther(context, '/profile', { tone: 'info', title: PROFILE_TEXTS.deletionCancelled });
