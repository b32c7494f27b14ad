import { TEXT_LIMITS } from '../limits.ts';
import { toTextInput } from './components.ts';
import { type CustomId, encodeCustomId } from './custom-id.ts';

/** The custom id of the text input of the notes modal. */
export const NOTES_INPUT = 'notes';

/** Returns the modal for the notes of a signup, filled with the current notes; `id` says what it saves. */
export function toNotesModal(id: CustomId, label: string, value: string | null) {
	const maxLength = TEXT_LIMITS.signupNotes;
	const description = `Only creators and admins see this. ${maxLength} characters max.`;
	return {
		custom_id: encodeCustomId(id),
		title: 'Notes',
		components: [toTextInput({ name: NOTES_INPUT, label, description }, { maxLength, isLong: true, value })],
	};
}
