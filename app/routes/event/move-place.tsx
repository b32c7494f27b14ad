import { Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Button } from '~/app/ui/button.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { Place } from '~/domain/places/places.ts';
import { describePlaceBeyond } from '~/domain/places/texts.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import * as css from './signup-dialog.css.ts';

type MovePlaceProps = {
	place: Place;
	event: Parameters<typeof describePlaceBeyond>[0];
	/** Whether it is the only form of its dialog. */
	isAlone: boolean;
	refusal: { error: string; fieldErrors: FieldErrors; values: { reason: string } } | null;
};

/** Renders the form that gives a waiting player a place, or moves one with a place to the line, with a reason. */
export function MovePlace({ place, event, isAlone, refusal }: MovePlaceProps) {
	const navigation = useNavigation();
	const isSaving = navigation.formData?.get('intent') === 'places.move';
	const next = place === 'placed' ? 'waiting' : 'placed';
	const beyond = next === 'placed' && describePlaceBeyond(event);
	return (
		<Form method="post" preventScrollReset className={isAlone ? css.form : css.move}>
			<input type="hidden" name="intent" value="places.move" />
			<input type="hidden" name="place" value={next} />
			<FailureNotice failure={refusal} title={getFailureTitle('places.move')} />
			{beyond && <p>{beyond}</p>}
			<TextInput
				name="reason"
				label={`${place === 'placed' ? 'Why they have to wait' : 'Why they get a place'} (optional)`}
				hint="The player can read it."
				maxLength={TEXT_LIMITS.cancelReason}
				defaultValue={refusal?.values.reason}
				error={refusal?.fieldErrors.reason}
				autoComplete="off"
			/>
			<Button variant={isAlone ? 'primary' : 'secondary'} pending={isSaving && 'Saving...'}>
				{place === 'placed' ? 'Move to the waitlist' : 'Give a place'}
			</Button>
		</Form>
	);
}
