import { beforeEach, expect, test } from 'vitest';
import { PERSONAS } from '~/seeds/personas.ts';
import { TEXT_CHANNEL_ID } from './channels.ts';
import { listFormErrors, useInteractions } from './use-interactions.ts';

const { state, register, readLatest } = useInteractions();
const userId = PERSONAS.creator.discordId;

beforeEach(() => register([{ name: 'create', description: 'Create an event' }]));

const toLabel = (label: string, fields: object, description?: string) => ({
	type: 18,
	label,
	...(description ? { description } : {}),
	component: { type: 4, custom_id: label.toLowerCase(), style: 1, ...fields },
});
const LABELS = [
	toLabel('Title', { max_length: 20, min_length: 3, placeholder: 'Blood on the Clocktower' }),
	toLabel('When', { value: 'fri 8pm' }, 'In your time zone'),
	toLabel('Duration', { required: false, min_length: 2 }),
	toLabel('Location', { required: false, value: 'Town square' }),
	toLabel('Description', { style: 2, required: false, max_length: 4000 }),
];
const MODAL = { custom_id: 'draft:7', title: 'Create an event', components: LABELS };
const toModal = (...components: unknown[]) => ({ custom_id: 'draft:7', title: 'x', components });

const invoke = () => readLatest(state.invokeCommand({ userId, command: 'create' }));
/** Opens the modal by the command. Returns its ID. */
async function openModal(): Promise<string> {
	const { reply, respond } = invoke();
	expect((await respond({ type: 9, data: MODAL })).status).toBe(204);
	return (await reply).modal?.id ?? '';
}

test('a command opens a modal of five inputs, and the given values are submitted with the others', async () => {
	const { reply, respond, edit } = invoke();
	const opened = await respond({ type: 9, data: MODAL }, '?with_response=true');
	expect(Object.keys(opened.body.interaction as object)).toEqual(['id', 'type', 'guild_id']);
	const { modal } = await reply;
	expect(modal?.inputs).toMatchObject([
		{ customId: 'title', placeholder: 'Blood on the Clocktower', style: 1, minLength: 3, required: true },
		{ customId: 'when', description: 'In your time zone', value: 'fri 8pm', maxLength: 4_000 },
		{ customId: 'duration', required: false },
		{ customId: 'location', value: 'Town square' },
		{ customId: 'description', style: 2 },
	]);
	expect((await edit({ content: 'x' })).body.code).toBe(10_008);
	const values = { title: 'Blood', description: 'One\ntwo' };
	const app = readLatest(state.submitModal({ userId, modalId: modal?.id ?? '', values }));
	expect(app.packet).not.toHaveProperty('message');
	const components = ['Blood', 'fri 8pm', '', 'Town square', 'One\ntwo'].map((value, index) => ({
		type: 18,
		component: { type: 4, custom_id: LABELS[index]?.component.custom_id, value },
	}));
	expect(app.packet).toMatchObject({ type: 5, data: { custom_id: 'draft:7', components } });
	for (const type of [6, 7, 8, 9]) {
		const data = type === 8 ? { choices: [] } : type === 9 ? MODAL : { content: 'x' };
		expect(listFormErrors(await app.respond({ type, data }))).toEqual(['type: BASE_TYPE_CHOICES']);
	}
	await app.respond({ type: 5, data: { flags: 64 } });
	await app.edit({ content: 'Preview' });
	expect(await app.reply).toMatchObject({ content: 'Preview', isEphemeral: true, wasDeferred: true });
});

test.each([
	[{ title: 'x'.repeat(21) }, 'Title is too long'],
	[{ title: 'ab' }, 'Title is too short'],
	[{ title: '' }, 'Title is required'],
	[{}, 'Title is required'],
	[{ title: 'Blood', duration: '3' }, 'Duration is too short'],
	[{ title: 'Blood', when: 'fri\n8pm' }, 'When has only one line'],
	[{ title: 'Blood', place: 'x' }, 'no input place'],
])('the client does not submit %j', async (values, text) => {
	const modalId = await openModal();
	await expect(state.submitModal({ userId, modalId, values })).rejects.toThrow(text);
	const other = PERSONAS.player.discordId;
	await expect(state.submitModal({ userId: other, modalId, values })).rejects.toThrow('sees no modal');
});

const NAME = toLabel('Name', {});
test.each([
	['six components', toModal(...LABELS, NAME), 'data.components: BASE_TYPE_BAD_LENGTH'],
	[
		'a custom id twice',
		toModal(NAME, NAME),
		'data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
	],
	[
		'a second label',
		toModal(toLabel('Name', { label: 'Name' })),
		'data.components.0.component.label: TEXT_INPUT_COMPONENT_LABEL_INVALID',
	],
	[
		'a value beyond its maximum',
		toModal(toLabel('Name', { max_length: 3, value: 'four' })),
		'data.components.0.component.value: BASE_TYPE_MAX_LENGTH',
	],
	[
		'a minimum above the maximum',
		toModal(toLabel('Name', { max_length: 3, min_length: 4 })),
		'data.components.0.component.min_length: NUMBER_TYPE_MAX',
	],
	[
		'an input without a label',
		toModal({ type: 1, components: [{ type: 4, custom_id: 'a', style: 1, label: 'A' }] }),
		'data.components.0: COMPONENT_TYPE_INVALID',
	],
])('a modal with %s is refused', async (_name, data, error) => {
	const { respond } = invoke();
	expect(listFormErrors(await respond({ type: 9, data }))).toEqual([error]);
	expect((await respond({ type: 9, data: MODAL })).status).toBe(204);
});

test.each([
	['no components', toModal()],
	['a long title', { ...MODAL, title: 'x'.repeat(46) }],
	['a long custom id', { ...MODAL, custom_id: 'x'.repeat(101) }],
	['a long label', toModal({ ...NAME, label: 'x'.repeat(46) })],
	['a long description', toModal({ ...NAME, description: 'x'.repeat(101) })],
	['a long placeholder', toModal(toLabel('Name', { placeholder: 'x'.repeat(101) }))],
	['a long value', toModal(toLabel('Name', { value: 'x'.repeat(4_001) }))],
	['a large maximum', toModal(toLabel('Name', { max_length: 4_001 }))],
])('a modal with %s violates the schema', async (_name, data) => {
	expect((await invoke().respond({ type: 9, data })).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
});

test('a modal of a button keeps its message, which the submission can update', async () => {
	const button = { type: 2, style: 2, label: 'Edit again', custom_id: 'again' };
	const { id: messageId } = state.channels.post(TEXT_CHANNEL_ID, {
		components: [{ type: 1, components: [button] }],
	});
	const pressed = readLatest(state.press({ userId, messageId, label: 'Edit again' }));
	await pressed.respond({ type: 9, data: MODAL });
	const modalId = (await pressed.reply).modal?.id ?? '';
	const app = readLatest(state.submitModal({ userId, modalId, values: { title: 'Blood' } }));
	expect(app.packet).toMatchObject({ message: { id: messageId } });
	await app.respond({ type: 7, data: { content: 'Preview' } });
	expect(await app.reply).toMatchObject({ isUpdate: true, messageId, content: 'Preview' });
});

const SELECT = {
	type: 18,
	label: 'To',
	component: {
		type: 3,
		custom_id: 'to',
		options: [
			{ label: 'Players', value: 'players', default: true },
			{ label: 'Waitlist', value: 'waiting' },
		],
	},
};
const withSelect = (changes: object) =>
	toModal({ ...SELECT, component: { ...SELECT.component, ...changes } });

test('a modal has a select, whose chosen or default value is submitted', async () => {
	const { reply, respond } = invoke();
	expect((await respond({ type: 9, data: withSelect({}) })).status).toBe(204);
	const { modal } = await reply;
	expect(modal?.inputs).toMatchObject([{ customId: 'to', value: 'players', options: [{}, {}] }]);
	const modalId = modal?.id ?? '';
	for (const [values, chosen] of [
		[{}, 'players'],
		[{ to: 'waiting' }, 'waiting'],
	] as const) {
		const { packet } = readLatest(state.submitModal({ userId, modalId, values }));
		const component = { type: 3, custom_id: 'to', values: [chosen] };
		expect(packet).toMatchObject({ data: { components: [{ type: 18, component }] } });
	}
	for (const [to, text] of [
		['all', 'To has no option all'],
		[['players', 'waiting'], 'To takes one option'],
	] as const)
		await expect(state.submitModal({ userId, modalId, values: { to: [to].flat() } })).rejects.toThrow(text);
});

test('a forged modal is sent with its values as they are', async () => {
	const modalId = await openModal();
	const values = { title: '', to: ['a', 'b'] };
	const { packet } = readLatest(state.submitModal({ userId, modalId, values, customId: 'other' }));
	expect(packet).toMatchObject({
		data: {
			custom_id: 'other',
			components: [
				{ component: { type: 4, custom_id: 'title', value: '' } },
				{ component: { type: 3, custom_id: 'to', values: ['a', 'b'] } },
			],
		},
	});
});

test.each([
	['disabled', { disabled: true }, 'disabled: COMPONENT_DISABLED_INVALID'],
	['of two options', { max_values: 2 }, 'max_values: NUMBER_TYPE_MAX'],
	['with more than it has', { max_values: 1, min_values: 2 }, 'min_values: NUMBER_TYPE_MAX'],
	[
		'with a value twice',
		{ options: [1, 2].map(() => ({ label: 'A', value: 'a' })) },
		'options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
	],
])('a select of a modal that is %s is refused', async (_, changes, error) => {
	const { respond } = invoke();
	expect(listFormErrors(await respond({ type: 9, data: withSelect(changes) }))).toEqual([
		`data.components.0.component.${error}`,
	]);
});
