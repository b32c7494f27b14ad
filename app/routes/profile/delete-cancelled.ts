import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { seeOther } from '~/server/http/answers.ts';
import type { Route } from './+types/delete-cancelled.ts';

/** The way out of the deletion dialog: nothing has happened, and the profile says so. */
export const loader = ({ context }: Route.LoaderArgs) =>
	seeOther(context, '/profile', { tone: 'info', title: PROFILE_TEXTS.deletionCancelled });
