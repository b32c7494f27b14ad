import { isRegularStatus, type RegularStatus } from '../events/series.ts';
import { isolate } from '../isolate.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { listArrivalChoices } from '../signups/question.ts';
import { type SignupStatus, STATUS_LABELS } from '../signups/statuses.ts';
import { type ButtonRow, toButton, toLinkButton, toTimestamp } from './announcement.ts';
import { encodeCustomId } from './custom-id.ts';

/** What a member sees after pressing a button of an announcement, beside the replies of `/botc`. */

const TEXT_INPUT = 4;
const LABEL = 18;
const PARAGRAPH = 2;

/** The custom id of the text input of the notes modal. */
export const NOTES_INPUT = 'notes';

export const UNKNOWN_BUTTON = 'This button no longer works. Please open the event in Townbell.';
export const EVENT_DELETED = 'This event was deleted.';
/** Follows the reply to a member who comes late. */
export const HOW_LATE = 'How late will you be?';
export const NOT_LATE = "You're not signed up as Late any more, so no time was saved.";
export const SIGNUP_CHANGED = 'Your signup has changed since then, so nothing was undone.';
export const formatNoSignup = (title: string): string => `You aren't signed up for “${isolate(title)}”.`;
/** A modal must open within three seconds, so it cannot wait for the database. */
export const NOTES_TOO_SLOW = "We couldn't load your notes in time. Nothing was changed. Please try again.";

/** Returns the reply to a member who now comes to all events of a series. */
export const formatRegularReply = (title: string, status: RegularStatus): string =>
	`You're a regular now: ${STATUS_LABELS[status]} for “${isolate(title)}” and all later events. You get a message about each one.`;

/** Returns the line that follows the signup after its notes were saved or cleared. */
export const formatNotesLine = (notes: string | null): string =>
	notes === null ? 'Your notes were removed.' : 'Your notes were saved.';

/**
 * Returns the buttons that say how late a member comes; `duration` is in minutes, `address` the event's URL.
 */
export const toArrivalButtons = (
	{ id: eventId, duration }: { id: string; duration: number },
	address: string,
): ButtonRow => ({
	type: 1,
	components: [
		...listArrivalChoices(duration).map((minutes) =>
			toButton(`${minutes} minutes`, { kind: 'arrival', eventId, minutes }),
		),
		toLinkButton(`${address}/signup`, 'Other time'),
	],
});

/** Returns the line that follows the signup after a late member said when they arrive. Discord shows it in their zone. */
export const formatArrivalLine = (arrival: Date): string => `You arrive at ${toTimestamp(arrival, 't')}.`;

/**
 * Returns the buttons below a recorded signup. `previous` null: there was none. Undo is left out when nothing
 * changed.
 */
export function toReplyButtons(
	eventId: string,
	{
		previous,
		recorded,
		isRepeating = false,
	}: { previous: SignupStatus | null; recorded: SignupStatus; isRepeating?: boolean },
): ButtonRow[] {
	const components = [
		toButton('Add notes', { kind: 'notes', eventId }),
		...(previous === recorded ? [] : [toButton('Undo', { kind: 'undo', eventId, previous, recorded })]),
		...(isRepeating && isRegularStatus(recorded)
			? [toButton('Come every time', { kind: 'regular', eventId, status: recorded })]
			: []),
	];
	return [{ type: 1, components }];
}

/** Returns the modal for a member's notes, filled with their current notes. */
export function toNotesModal(eventId: string, notes: string | null) {
	const maxLength = TEXT_LIMITS.signupNotes;
	return {
		custom_id: encodeCustomId({ kind: 'notes', eventId }),
		title: 'Notes',
		components: [
			{
				type: LABEL,
				label: 'Your notes',
				description: `Only creators and admins see this. ${maxLength} characters max.`,
				component: {
					type: TEXT_INPUT,
					custom_id: NOTES_INPUT,
					style: PARAGRAPH,
					max_length: maxLength,
					required: false,
					...(notes === null ? {} : { value: notes.slice(0, maxLength) }),
				},
			},
		],
	};
}
