import { expect, test } from 'vitest';
import { PERSONAS } from '~/seeds/personas.ts';
import { TEXT_CHANNEL_ID } from './channels.ts';
import { listFormErrors, useInteractions } from './use-interactions.ts';

const { state, call, readLatest } = useInteractions();
const userId = PERSONAS.creator.discordId;
const MESSAGES = `/channels/${TEXT_CHANNEL_ID}/messages`;

const toOptions = (...values: string[]) => values.map((value) => ({ label: value.toUpperCase(), value }));
const SELECT = {
	type: 3,
	custom_id: 'tellers:7',
	placeholder: 'Storytellers',
	min_values: 1,
	max_values: 2,
	options: toOptions('ann', 'ben', 'cat'),
};
const toBody = (...rows: object[][]) => ({
	content: 'Preview',
	components: rows.map((components) => ({ type: 1, components })),
});
const post = async (select: object = SELECT) =>
	String((await call('POST', MESSAGES, toBody([select]))).body.id);
const select = (messageId: string, values: string[], how: object = { placeholder: 'Storytellers' }) =>
	state.select({ userId, messageId, values, ...(how as { placeholder: string }) });

test('a message has a select with its limits, and the app receives the chosen values', async () => {
	const messageId = await post();
	const { body } = await call('GET', `${MESSAGES}/${messageId}`);
	expect(body.components).toMatchObject([{ components: [{ ...SELECT, id: 2 }] }]);
	const app = readLatest(select(messageId, ['ann', 'cat']));
	expect(app.packet).toMatchObject({
		type: 3,
		message: { id: messageId },
		data: { custom_id: 'tellers:7', component_type: 3, values: ['ann', 'cat'], id: 2 },
	});
	await app.respond({ type: 7, data: { content: 'Ann and Cat' } });
	expect(await app.reply).toMatchObject({ isUpdate: true, content: 'Ann and Cat' });
});

test('a select without limits takes one option, and has no field that only modals have', async () => {
	const { min_values: _min, max_values: _max, ...plain } = SELECT;
	const messageId = await post({ ...plain, required: false, placeholder: null, disabled: null });
	const { body } = await call('GET', `${MESSAGES}/${messageId}`);
	const [row] = body.components as { components: object[] }[];
	expect(row?.components[0]).toMatchObject({ min_values: 1, max_values: 1 });
	expect(Object.keys(row?.components[0] ?? {})).not.toContain('required');
	const how = { customId: 'tellers:7' };
	await expect(select(messageId, ['ann', 'ben'], how)).rejects.toThrow('takes 1 or fewer');
	await expect(select(messageId, [], how)).rejects.toThrow('needs 1 or more');
});

test.each([
	[{}, ['dan'], 'has no option dan'],
	[{}, ['ann', 'ann'], 'each option once'],
	[{}, [], 'needs 1 or more'],
	[{}, ['ann', 'ben', 'cat'], 'takes 2 or fewer'],
	[{ disabled: true }, ['ann'], 'cannot be used'],
	[{ placeholder: 'Places' }, ['ann'], 'does not have the select Storytellers'],
])('in a select with %j the client does not choose %j', async (changes, values, text) => {
	await expect(select(await post({ ...SELECT, ...changes }), values)).rejects.toThrow(text);
});

test('a select takes no option when its minimum is 0, and a custom id that the message lacks is sent', async () => {
	const messageId = await post({ ...SELECT, min_values: 0 });
	expect(readLatest(select(messageId, [])).packet).toMatchObject({ data: { values: [] } });
	const forged = readLatest(select(messageId, ['x'], { customId: 'tellers:8' }));
	expect(forged.packet).toMatchObject({ data: { custom_id: 'tellers:8', values: ['x'] } });
	const hidden = { userId: PERSONAS.stranger.discordId, messageId, placeholder: 'Storytellers' };
	await expect(state.select({ ...hidden, values: ['ann'] })).rejects.toThrow('sees no message');
});

const BUTTON = { type: 2, style: 2, label: 'Create', custom_id: 'create' };
const OTHER = { ...SELECT, custom_id: 'other' };
const PATH = 'components.0.components.0';
test.each([
	['beside a button', toBody([SELECT, BUTTON]), 'components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
	['after a button', toBody([BUTTON, SELECT]), 'components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
	['beside a select', toBody([SELECT, OTHER]), 'components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED'],
	[
		'with the custom id of another',
		toBody([SELECT], [SELECT]),
		'components.1.components.0: COMPONENT_CUSTOM_ID_DUPLICATED',
	],
	[
		'with the custom id of a button',
		toBody([{ ...SELECT, custom_id: 'create' }], [BUTTON]),
		'components.1.components.0: COMPONENT_CUSTOM_ID_DUPLICATED',
	],
	[
		'with a value twice',
		toBody([{ ...SELECT, options: toOptions('ann', 'ben', 'ann') }]),
		`${PATH}.options.2.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
	],
	[
		'with too few options',
		toBody([{ ...SELECT, options: toOptions('ann') }]),
		`${PATH}.options: BASE_TYPE_BAD_LENGTH`,
	],
	[
		'with a minimum above the maximum',
		toBody([{ ...SELECT, min_values: 3 }]),
		`${PATH}.min_values: NUMBER_TYPE_MAX`,
	],
	[
		'with too many defaults',
		toBody([{ ...SELECT, options: SELECT.options.map((option) => ({ ...option, default: true })) }]),
		`${PATH}.options: SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES`,
	],
])('a select %s is refused', async (_name, body, error) => {
	expect(listFormErrors(await call('POST', MESSAGES, body))).toEqual([error]);
});

const LONG = 'x'.repeat(101);
test.each([
	['no options', { options: [] }],
	['26 options', { options: toOptions(...Array.from({ length: 26 }, (_, index) => `v${index}`)) }],
	['a long label', { options: [{ label: LONG, value: 'a' }] }],
	['a long value', { options: [{ label: 'A', value: LONG }] }],
	['an empty value', { options: [{ label: 'A', value: '' }] }],
	['a long description', { options: [{ label: 'A', value: 'a', description: LONG }] }],
	['a long placeholder', { placeholder: 'x'.repeat(151) }],
	['a long custom id', { custom_id: LONG }],
])('a select with %s violates the schema', async (_name, changes) => {
	expect((await call('POST', MESSAGES, toBody([{ ...SELECT, ...changes }]))).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
});
