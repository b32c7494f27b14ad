import { isCustomNote } from './notes.ts';
import type { SignupView } from './schema.ts';
import { hasFact, type SignupStatus } from './statuses.ts';

/** What users can say at once about when they arrive, in minutes after the start. */
export const ARRIVAL_CHOICES = [15, 30, 60] as const;
export type ArrivalChoice = (typeof ARRIVAL_CHOICES)[number];

/** Returns the choices of minutes after the start that are within an event of `duration` minutes. */
export const listArrivalChoices = (duration: number): readonly ArrivalChoice[] =>
	ARRIVAL_CHOICES.filter((minutes) => minutes < duration);

/** What a user is asked after they saved their signup; both can stay unanswered. */
export type SignupQuestion = 'arrival' | 'note';

/** Returns what a user is asked after signing up: late ones for a time, declined ones for a note; or null. */
export function findQuestion({
	status,
	arrives_at,
	notes,
}: { status: SignupStatus | null } & Pick<SignupView, 'arrives_at' | 'notes'>): SignupQuestion | null {
	if (status === null) return null;
	if (hasFact(status, 'arrivesLater')) return arrives_at === null ? 'arrival' : null;
	return hasFact(status, 'mayCome') || isCustomNote(notes) ? null : 'note';
}
