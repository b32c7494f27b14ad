import { Options, Select, TextArea, TextInput, type TextInputProps } from '~/app/ui/field.tsx';
import { EVENT_FORM_FIELDS, type EventFormField } from '~/domain/events/fields.ts';
import { DURATION_MINUTES } from '~/domain/limits.ts';
import { CAPACITY_MAX } from '~/domain/places/schema.ts';

const COUNT = { type: 'number', inputMode: 'numeric', min: 1, max: CAPACITY_MAX } as const;

/** What the inputs that are not plain texts have in every form. */
const INPUTS: Partial<Record<EventFormField, Partial<TextInputProps>>> = {
	date: { type: 'date' },
	time: { type: 'time' },
	duration: {
		type: 'number',
		inputMode: 'decimal',
		min: DURATION_MINUTES.createMin / 60,
		max: DURATION_MINUTES.createMax / 60,
		step: DURATION_MINUTES.step / 60,
	},
	capacity: { ...COUNT, placeholder: 'No limit' },
	minimum_players: { ...COUNT, placeholder: 'Any number' },
};

type EventInputProps = Omit<TextInputProps, 'label'> & {
	field: EventFormField;
	/** The values and texts of a field that is chosen from a list. */
	options?: Parameters<typeof Options>[0]['entries'];
};

/** Renders the input of a field of events, in the form of an event, a template week or a poll. Its name is that of the field. */
export function EventInput({ field, options, ...given }: EventInputProps) {
	const input = EVENT_FORM_FIELDS[field];
	const props = { label: input.label, name: field, ...given };
	const { label, id, hint, name, defaultValue, error } = props;
	const shared = { label, id, hint, name, defaultValue, error };
	if (options)
		return (
			<Select {...shared}>
				<Options entries={options} />
			</Select>
		);
	if (!('maxLength' in input)) return <TextInput {...INPUTS[field]} {...props} />;
	if (input.isLong) return <TextArea {...shared} maxLength={input.maxLength} />;
	return <TextInput maxLength={input.maxLength} autoComplete="off" {...props} />;
}
