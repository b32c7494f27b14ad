import { PictureField } from '~/app/shell/picture-field.tsx';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import type { EventFormState } from './form-state.ts';

type EventImageProps = {
	state: EventFormState;
	/** The event whose town is drawn, and the picture that it has. */
	event?: { id: string; image_url: string | null };
};

/** A banner whose tower is seen in a small cut. */
const NEW_TOWN = 1;

export function EventImage({ state: { image, refusal }, event }: EventImageProps) {
	return (
		<PictureField
			label="Event image"
			hint="JPG, PNG or GIF under 10MB, best at 960x540. Without one we use our drawing."
			variant={event ? chooseVariant(event.id) : NEW_TOWN}
			saved={event?.image_url ?? null}
			image={image}
			error={refusal?.fieldErrors.image}
		/>
	);
}
