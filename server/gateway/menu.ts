import { type CustomId, encodeCustomId } from '~/domain/discord/custom-id.ts';
import { shorten } from '~/domain/text.ts';
import type { SelectRow } from './reply.ts';

const STRING_SELECT = 3;
/** The most options of a menu, and the longest text of one. */
export const OPTIONS_MAX = 25;
const OPTION_LENGTH = 100;

type Option = SelectRow['components'][0]['options'][number];

/** Returns a row with a menu of texts, of which `min` to `max` can be chosen. */
export const toMenu = (
	id: CustomId,
	placeholder: string,
	{ min, max, options }: { min: number; max: number; options: Option[] },
): [SelectRow] => [
	{
		type: 1,
		components: [
			{
				type: STRING_SELECT,
				custom_id: encodeCustomId(id),
				placeholder,
				min_values: min,
				max_values: max,
				options: options.map((option) => ({ ...option, label: shorten(option.label, OPTION_LENGTH) })),
			},
		],
	},
];
