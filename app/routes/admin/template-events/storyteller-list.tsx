import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '~/app/ui/button.tsx';
import { FieldError, type FieldErrorText, Select } from '~/app/ui/field.tsx';
import type { PersonView } from '~/domain/people/schema.ts';
import { nameOf } from './name-of.ts';
import * as css from './template-events.css.ts';
import { fieldOf } from './template-fields.ts';
import type { Place, TemplateState } from './template-state.ts';

type StorytellerListProps = {
	label: string;
	/** The end of the buttons' accessible names. */
	where: string;
	hint?: string;
	place: Place;
	chosen: readonly string[];
	people: readonly PersonView[];
	full: TemplateState['full'];
	error?: FieldErrorText;
};

/**
 * Renders the storytellers of a day as removable chips, and a select to add others. Buttons send the form.
 */
export function StorytellerList({
	label,
	where,
	hint,
	place,
	chosen,
	people,
	full,
	error,
}: StorytellerListProps) {
	const others = people.filter(({ id }) => !chosen.includes(id));
	const isFull = full?.place === place;
	return (
		<div className={css.tellers}>
			<div className={css.choose}>
				<Select
					label={label}
					hint={hint}
					error={error}
					name={fieldOf.choice(place)}
					key={chosen.join()}
					id={`choose-${place}`}
				>
					{others.length === 0 && <option value="">Nobody is left</option>}
					{others.map(({ id }) => (
						<option key={id} value={id}>
							{nameOf(people, id)}
						</option>
					))}
				</Select>
				<Button
					name="press"
					value={`add:${place}`}
					icon={Plus}
					aria-label={`Add storyteller ${where}`}
					className={css.add}
				>
					Add
				</Button>
			</div>
			<div role="status">{isFull && <FieldError error={full.text} />}</div>
			{chosen.length > 0 && (
				<ul className={css.chips} aria-label={`Storytellers ${where}`}>
					{chosen.map((id) => (
						<li key={id} className={css.chip}>
							<input type="hidden" name={fieldOf.tellers(place)} value={id} />
							<span className={css.chipName}>{nameOf(people, id)}</span>
							<IconButton
								name="press"
								value={`remove:${place}:${id}`}
								icon={X}
								label={`Remove ${nameOf(people, id)} ${where}`}
							/>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
