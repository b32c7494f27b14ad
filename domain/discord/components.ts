import { shorten } from '../text.ts';
import { type CustomId, encodeCustomId } from './custom-id.ts';

/** Discord's numbers for the components of messages and modals. */
const ACTION_ROW = 1;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const LABEL = 18;
const ONE_LINE = 1;
const PARAGRAPH = 2;
export const BUTTON_STYLE = { blurple: 1, gray: 2, green: 3, red: 4, link: 5 } as const;

/** The most options of a menu, and the longest text of one. */
export const OPTIONS_MAX = 25;
const OPTION_LENGTH = 100;

type Option = { value: string; label: string; description?: string; default?: boolean };
/** A row with a menu of texts. */
export type SelectRow = {
	type: typeof ACTION_ROW;
	components: [
		{
			type: typeof STRING_SELECT;
			custom_id: string;
			placeholder: string;
			min_values: number;
			max_values: number;
			options: Option[];
		},
	];
};

const shortenLabels = (options: readonly Option[]): Option[] =>
	options.map((option) => ({ ...option, label: shorten(option.label, OPTION_LENGTH) }));

/** Returns a row with a menu of texts, of which `min` to `max` can be chosen. */
export const toMenu = (
	id: CustomId,
	placeholder: string,
	{ min, max, options }: { min: number; max: number; options: Option[] },
): [SelectRow] => [
	{
		type: ACTION_ROW,
		components: [
			{
				type: STRING_SELECT,
				custom_id: encodeCustomId(id),
				placeholder,
				min_values: min,
				max_values: max,
				options: shortenLabels(options),
			},
		],
	},
];

/** What stands above an input of a modal, and the name of what is entered. */
type Labeled = { name: string; label: string; description?: string | undefined };

const toLabel = <Input extends object>(
	{ name, label, description }: Labeled,
	type: number,
	input: Input,
) => ({
	type: LABEL,
	label,
	...(description ? { description } : {}),
	component: { type, custom_id: name, ...input },
});

/** Returns a text input of a modal. A value that is too long is cut. */
export const toTextInput = (
	labeled: Labeled,
	{
		maxLength,
		isLong = false,
		required = false,
		value,
	}: { maxLength: number; isLong?: boolean; required?: boolean; value?: string | null },
) =>
	toLabel(labeled, TEXT_INPUT, {
		style: isLong ? PARAGRAPH : ONE_LINE,
		required,
		max_length: maxLength,
		...(value ? { value: value.slice(0, maxLength) } : {}),
	});

/** Returns a select of a modal: of a required one the first option is chosen, of another none. */
export const toModalSelect = (
	labeled: Labeled,
	{ options, required = true }: { options: readonly Option[]; required?: boolean },
) =>
	toLabel(labeled, STRING_SELECT, {
		required,
		min_values: required ? 1 : 0,
		options: shortenLabels(options).map((option, index) => ({ ...option, default: required && index === 0 })),
	});
