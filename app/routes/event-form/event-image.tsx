import { ImageField } from '~/app/ui/image-field.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import { checkImageFile, IMAGE_ACCEPT, IMAGE_HEAD_BYTES } from '~/domain/images/image-file.ts';
import { IMAGE_UNREADABLE } from '~/domain/images/texts.ts';
import { type EventFormState, imageAddress } from './form-state.ts';

type EventImageProps = {
	state: EventFormState;
	/** The event whose town is drawn, and the picture that it has. */
	event?: { id: string; image_url: string | null };
};

/** A banner whose tower is seen in a small cut. */
const NEW_TOWN = 1;

export function EventImage({ state: { image, refusal }, event }: EventImageProps) {
	return (
		<ImageField
			name="image"
			label="Event image"
			hint="JPG, PNG or GIF under 10MB, best at 960x540. Without one we use our drawing."
			accept={IMAGE_ACCEPT}
			drawing={<Scene name="banner" variant={event ? chooseVariant(event.id) : NEW_TOWN} lit={9} fill />}
			saved={event?.image_url ?? null}
			kept={image.hash ? { hash: image.hash, src: imageAddress(image.hash) } : null}
			isRemoved={image.isRemoved}
			error={refusal?.fieldErrors.image}
			check={checkFile}
			unreadable={IMAGE_UNREADABLE}
		/>
	);
}

/** Why a file is no picture of ours, or null. */
export async function checkFile(file: File): Promise<string | null> {
	const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
	return checkImageFile({ size: file.size, head });
}
