import type { FieldErrorText } from '~/app/ui/field.tsx';
import { ImageField } from '~/app/ui/image-field.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { checkImageFile, IMAGE_ACCEPT, IMAGE_HEAD_BYTES, IMAGE_UNREADABLE } from '~/domain/images.ts';

type PictureFieldProps = {
	label: string;
	hint: string;
	/** The banner variant that is drawn when there is no picture. */
	variant: number;
	saved: string | null;
	/** A picture that an earlier request has stored, and whether the saved picture is to be removed. */
	image: { hash: string | null; isRemoved: boolean };
	error?: FieldErrorText;
};

export function PictureField({ variant, image, ...field }: PictureFieldProps) {
	return (
		<ImageField
			{...field}
			name="image"
			accept={IMAGE_ACCEPT}
			drawing={<Scene name="banner" variant={variant} lit={9} fill />}
			uploaded={image.hash ? { hash: image.hash, src: toImageUrl(image.hash) } : null}
			isRemoved={image.isRemoved}
			check={checkFile}
			unreadable={IMAGE_UNREADABLE}
		/>
	);
}

export const toImageUrl = (hash: string): string => `/images/${hash}`;

async function checkFile(file: File): Promise<string | null> {
	const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
	return checkImageFile({ size: file.size, head });
}
