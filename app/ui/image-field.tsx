import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button, ButtonContent, getButtonClass } from './button.tsx';
import { FieldError, type FieldErrorText } from './field.tsx';
import { ImageUp, Undo2, X } from './icons.ts';
import * as css from './image-field.css.ts';
import { Announcement } from './notice.tsx';
import { mutedSmall } from './text.css.ts';
import { useHydrated } from './use-hydrated.ts';

type ImageFieldProps = {
	/**
	 * The name of the file field; the fields `{name}Hash` and `{name}Removed` and the buttons `{name}-button`
	 * belong to it.
	 */
	name: string;
	label: string;
	hint: ReactNode;
	accept: string;
	/** Shown when there is no picture. */
	drawing: ReactNode;
	saved: string | null;
	/** A picture that an earlier request has stored: its hash and address. */
	uploaded: { hash: string; src: string } | null;
	isRemoved: boolean;
	error?: FieldErrorText;
	/** Returns why a file is rejected, or null; reads only the beginning of the file. */
	check: (file: File) => Promise<string | null>;
	unreadable: string;
};

/** With script the picture is checked and shown at once; without script the browser's own input is shown. */
export function ImageField({ name, label, hint, accept, drawing, error, ...rest }: ImageFieldProps) {
	const isScripted = useHydrated();
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const image = useImage(input, rest);
	const [staleError, setStaleError] = useState<FieldErrorText>(null);
	// The server's error about an earlier file is hidden once another file is chosen.
	const failure = image.failure ?? (error === staleError ? null : error);
	const failed = Array.isArray(failure) ? failure.length > 0 : Boolean(failure);
	const described = `${id}-hint${failed ? ` ${id}-error` : ''}`;
	return (
		<div className={css.field}>
			{image.hash && <input type="hidden" name={`${name}Hash`} value={image.hash} />}
			{image.isRemoved && <input type="hidden" name={`${name}Removed`} value="1" />}
			<div className={css.thumb}>
				{image.shown ? <img src={image.shown} alt="How it will look" className={css.picture} /> : drawing}
			</div>
			<div className={css.text}>
				<b id={`${id}-label`}>{label}</b>
				<p id={`${id}-hint`} className={mutedSmall}>
					{hint}
				</p>
				<FieldError id={`${id}-error`} error={failure} />
			</div>
			<div className={css.buttons}>
				<label className={isScripted ? getButtonClass({}, css.choose) : css.native}>
					{isScripted && <ButtonContent icon={ImageUp}>Choose file</ButtonContent>}
					<input
						ref={input}
						type="file"
						name={name}
						accept={accept}
						aria-labelledby={`${id}-label`}
						aria-describedby={described}
						aria-invalid={failed || undefined}
						className={isScripted ? css.covered : css.plainFile}
						onChange={(event) => {
							setStaleError(error);
							void image.choose(event.currentTarget.files?.[0]);
						}}
					/>
				</label>
				{(image.isPicked || image.hash || (rest.saved && !image.isRemoved)) && (
					<Button
						name={`${name}-button`}
						value="remove"
						variant="quiet"
						icon={X}
						formNoValidate
						onClick={isScripted ? withoutSubmit(image.remove) : undefined}
					>
						Remove
					</Button>
				)}
				{rest.saved && image.isRemoved && !image.hash && !image.isPicked && (
					<Button
						name={`${name}-button`}
						value="restore"
						variant="quiet"
						icon={Undo2}
						formNoValidate
						onClick={isScripted ? withoutSubmit(image.restore) : undefined}
					>
						Keep the image
					</Button>
				)}
			</div>
			<Announcement>{image.announcement}</Announcement>
		</div>
	);
}

const withoutSubmit = (act: () => void) => (event: { preventDefault: () => void }) => {
	event.preventDefault();
	act();
};

type ImageSource = Pick<ImageFieldProps, 'saved' | 'uploaded' | 'isRemoved' | 'check' | 'unreadable'>;

/** Returns the picture: a file chosen here, else one that an earlier request has stored, else the saved one. */
function useImage(input: RefObject<HTMLInputElement | null>, source: ImageSource) {
	const { saved, uploaded, check, unreadable } = source;
	const [pickedUrl, setPickedUrl] = useState<string | null>(null);
	const [removedHash, setRemovedHash] = useState<string | null>(null);
	const [isRemoved, setRemoved] = useState(source.isRemoved);
	const [failure, setFailure] = useState<string | null>(null);
	const [announcement, setAnnouncement] = useState('');
	const clear = () => {
		if (input.current) input.current.value = '';
		setPickedUrl(null);
	};
	const hash = uploaded && uploaded.hash !== removedHash && !pickedUrl ? uploaded.hash : null;
	const uploadedHash = uploaded?.hash;
	// The server has stored the picture, so the file is not sent again.
	useEffect(() => {
		if (!uploadedHash) return;
		if (input.current) input.current.value = '';
		setPickedUrl(null);
		setRemovedHash(null);
	}, [uploadedHash, input]);
	const choose = async (file: File | undefined) => {
		setFailure(null);
		if (!file) return setPickedUrl(null);
		const problem = await check(file).catch(() => unreadable);
		const dataUrl = problem ? null : await readDataUrl(file).catch(() => null);
		// Another file was chosen in the meantime.
		if (input.current?.files?.[0] !== file) return;
		if (dataUrl) {
			setPickedUrl(dataUrl);
			setRemoved(false);
			return setAnnouncement(`${file.name} was chosen.`);
		}
		clear();
		setFailure(problem ?? unreadable);
	};
	const remove = () => {
		setFailure(null);
		clear();
		if (uploaded) setRemovedHash(uploaded.hash);
		setRemoved(saved !== null && !pickedUrl && !hash);
		// The pressed button disappears, so the focus moves to the input.
		input.current?.focus();
		setAnnouncement('The image was removed.');
	};
	const restore = () => {
		setRemoved(false);
		input.current?.focus();
		setAnnouncement('The image was kept.');
	};
	const shown = pickedUrl ?? (hash && uploaded ? uploaded.src : isRemoved ? null : saved);
	return {
		hash,
		shown,
		isRemoved: isRemoved && !hash,
		isPicked: pickedUrl !== null,
		failure,
		announcement,
		choose,
		remove,
		restore,
	};
}

/** Returns the file as a data URL: the Content-Security-Policy allows no other pictures from the browser. */
function readDataUrl(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(file);
	});
}
