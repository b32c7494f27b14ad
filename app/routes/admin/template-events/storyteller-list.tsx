import { Button, IconButton } from '~/app/ui/button.tsx';
import { besideField, fieldRow } from '~/app/ui/field.css.ts';
import { FieldError, type FieldErrorText, Options, Select } from '~/app/ui/field.tsx';
import { Plus, X } from '~/app/ui/icons.ts';
import { ellipsis } from '~/app/ui/text.css.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import * as css from './template-events.css.ts';
import { getChoiceName } from './template-fields.ts';
import type { Place, TemplateState } from './template-state.ts';

type StorytellerListProps = {
	label: string;
	/** The end of the buttons' accessible names. */
	placeLabel: string;
	hint?: string;
	place: Place;
	chosen: readonly string[];
	storytellers: readonly PublicUserView[];
	addError: TemplateState['addError'];
	field: { name: string; errors: FieldErrorText };
};

export function StorytellerList({
	label,
	placeLabel,
	hint,
	place,
	chosen,
	storytellers,
	addError,
	field,
}: StorytellerListProps) {
	const others = storytellers.filter(({ id }) => !chosen.includes(id));
	const hasAddError = addError?.place === place;
	return (
		<div className={css.storytellers}>
			<div className={fieldRow}>
				<Select
					label={label}
					hint={hint}
					error={field.errors}
					name={getChoiceName(place)}
					key={chosen.join()}
					id={`choose-${place}`}
				>
					<option value="">{others.length === 0 ? 'No one left' : 'Choose a storyteller'}</option>
					<Options entries={others.map(({ id }) => [id, getStorytellerName(storytellers, id)])} />
				</Select>
				<Button
					name="press"
					value={`add:${place}`}
					icon={Plus}
					aria-label={`Add storyteller ${placeLabel}`}
					className={besideField}
				>
					Add
				</Button>
			</div>
			<div role="status">{hasAddError && <FieldError error={addError.text} />}</div>
			{chosen.length > 0 && (
				<ul className={css.chips} aria-label={`Storytellers ${placeLabel}`}>
					{chosen.map((id) => (
						<li key={id} className={css.chip}>
							<input type="hidden" name={field.name} value={id} />
							<span className={ellipsis}>{getStorytellerName(storytellers, id)}</span>
							<IconButton
								name="press"
								value={`remove:${place}:${id}`}
								icon={X}
								label={`Remove ${getStorytellerName(storytellers, id)} ${placeLabel}`}
							/>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}

/** Returns a storyteller's display name, or 'Unknown Storyteller' for a user who is no longer one. */
export function getStorytellerName(storytellers: readonly PublicUserView[], id: string): string {
	const storyteller = storytellers.find((candidate) => candidate.id === id);
	return formatDisplayName(storyteller, 'storyteller');
}
