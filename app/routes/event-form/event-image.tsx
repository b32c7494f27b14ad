import { PictureField } from '~/app/shell/picture-field.tsx';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import type { EventFormState } from './form-state.ts';

type EventImageProps = {
	state: EventFormState;
	/** The event whose scene is drawn, with its saved picture. */
	event?: { id: string; image_url: string | null };
};

/** The banner variant of a new event; its tower is visible in a small crop. */
const NEW_EVENT_VARIANT = 1;

export function EventImage({ state: { image, refusal }, event }: EventImageProps) {
	return (
		<PictureField
			label="Event image"
			hint="JPG, PNG or GIF under 10MB. 960×540 works best. Leave empty to use the town drawing."
			variant={event ? chooseVariant(event.id) : NEW_EVENT_VARIANT}
			saved={event?.image_url ?? null}
			image={image}
			error={refusal?.fieldErrors.image}
		/>
	);
}
