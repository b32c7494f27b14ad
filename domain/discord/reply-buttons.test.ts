import { expect, test } from 'vitest';
import { TEXT_LIMITS } from '../limits.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import { formatNotesLine, toArrivalButtons, toNotesModal, toReplyButtons } from './reply-buttons.ts';

const LONGEST_ID = '9'.repeat(18);
const listLabels = (previous: SignupStatus | null, recorded: SignupStatus) =>
	toReplyButtons('7', { previous, recorded }).flatMap(({ components }) =>
		components.map(({ label, custom_id }) => [label, custom_id]),
	);

test.each([
	[null, 'confirmed', 'undo:7:none:confirmed'],
	['confirmed', 'late', 'undo:7:confirmed:late'],
	['declined', 'tentative', 'undo:7:declined:tentative'],
] as const)('from %s to %s, the reply has Add notes and Undo', (previous, recorded, undoId) => {
	expect(listLabels(previous, recorded)).toEqual([
		['Add notes', 'notes:7'],
		['Undo', undoId],
	]);
});

test('a press that changed nothing has no Undo', () => {
	for (const status of SIGNUP_STATUSES)
		expect(listLabels(status, status)).toEqual([['Add notes', 'notes:7']]);
});

test('a late member is asked how late, within the event, with a link for another time', () => {
	const list = (duration: number) =>
		toArrivalButtons({ id: '7', duration }, 'https://games.example/events/7').components.map((button) => [
			button.label,
			'url' in button ? button.url : button.custom_id,
		]);
	const other = ['Other time', 'https://games.example/events/7/signup'];
	expect(list(180)).toEqual([
		['15 minutes', 'arrival:7:15'],
		['30 minutes', 'arrival:7:30'],
		['60 minutes', 'arrival:7:60'],
		other,
	]);
	expect(list(30)).toEqual([['15 minutes', 'arrival:7:15'], other]);
});

test('the modal shows the present notes and takes no more characters than a signup', () => {
	expect(toNotesModal('7', 'I bring cake')).toMatchObject({
		custom_id: 'notes:7',
		components: [{ component: { value: 'I bring cake', max_length: 500, required: false } }],
	});
	expect(toNotesModal('7', null).components[0]?.component).not.toHaveProperty('value');
	expect(formatNotesLine(null)).not.toBe(formatNotesLine('x'));
});

test('buttons and modal keep Discord’s limits', () => {
	const [row] = toReplyButtons(LONGEST_ID, { previous: 'tentative', recorded: 'confirmed' });
	for (const { label, custom_id } of row?.components ?? []) {
		expect(label.length).toBeLessThanOrEqual(80);
		expect(custom_id?.length).toBeLessThanOrEqual(100);
	}
	const { title, components } = toNotesModal(LONGEST_ID, 'x'.repeat(TEXT_LIMITS.signupNotes + 1));
	for (const { label, description, component } of components) {
		expect(Math.max(title.length, label.length)).toBeLessThanOrEqual(45);
		expect(description.length).toBeLessThanOrEqual(100);
		expect(component.value?.length).toBe(component.max_length);
	}
});
