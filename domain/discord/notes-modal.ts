import { TEXT_LIMITS } from '../limits.ts';
import { type CustomId, encodeCustomId } from './custom-id.ts';

const TEXT_INPUT = 4;
const LABEL = 18;
const PARAGRAPH = 2;

/** The custom id of the text input of the notes modal. */
export const NOTES_INPUT = 'notes';

/** Returns the modal for the notes of a signup, filled with the current notes; `id` says what it saves. */
export function toNotesModal(id: CustomId, label: string, notes: string | null) {
	const maxLength = TEXT_LIMITS.signupNotes;
	return {
		custom_id: encodeCustomId(id),
		title: 'Notes',
		components: [
			{
				type: LABEL,
				label,
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
