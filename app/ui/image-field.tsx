import { ImageUp, Undo2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button, ButtonContent, dressButton } from './button.tsx';
import { FieldError, type FieldErrorText } from './field.tsx';
import * as css from './image-field.css.ts';
import { hidden } from './text.css.ts';
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
	/** The address of the saved picture. */
	saved: string | null;
	/** A picture that an earlier request has stored: its hash and address. */
	kept: { hash: string; src: string } | null;
	isRemoved: boolean;
	error?: FieldErrorText;
	/** Returns why a file is rejected, or null; reads only the beginning of the file. */
	check: (file: File) => Promise<string | null>;
	/** The error text for a file that cannot be read. */
	unreadable: string;
};

/**
 * Renders a field for a picture. With script the picture is checked and shown at once; without script the
 * browser's own file input is shown.
 */
export function ImageField({ name, label, hint, accept, drawing, error, ...rest }: ImageFieldProps) {
	const isScripted = useHydrated();
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const image = useImage(input, rest);
	const [outlived, setOutlived] = useState<FieldErrorText>(null);
	// The server's error about an earlier file is hidden once another file is chosen.
	const failure = image.failure ?? (error === outlived ? null : error);
	const failed = Array.isArray(failure) ? failure.length > 0 : Boolean(failure);
	const described = `${id}-hint${failed ? ` ${id}-error` : ''}`;
	return (
		<div className={css.field}>
			{image.hash && <input type="hidden" name={`${name}Hash`} value={image.hash} />}
			{image.isRemoved && <input type="hidden" name={`${name}Removed`} value="1" />}
			<div className={css.thumb}>
				{image.shown ? <img src={image.shown} alt="How it will look" className={css.picture} /> : drawing}
			</div>
			<div className={css.words}>
				<b id={`${id}-label`}>{label}</b>
				<p id={`${id}-hint`} className={css.hint}>
					{hint}
				</p>
				<FieldError id={`${id}-error`} error={failure} />
			</div>
			<div className={css.buttons}>
				<label className={isScripted ? dressButton({}, css.choose) : css.native}>
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
							setOutlived(error);
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
						onClick={isScripted ? stop(image.remove) : undefined}
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
						onClick={isScripted ? stop(image.restore) : undefined}
					>
						Keep the picture
					</Button>
				)}
			</div>
			<p role="status" className={hidden}>
				{image.said}
			</p>
		</div>
	);
}

const stop = (act: () => void) => (event: { preventDefault: () => void }) => {
	event.preventDefault();
	act();
};

type ImageSource = Pick<ImageFieldProps, 'saved' | 'kept' | 'isRemoved' | 'check' | 'unreadable'>;

/**
 * Returns the form's current picture: a file chosen here, else one that an earlier request has stored, else
 * the saved one, or none.
 */
function useImage(input: RefObject<HTMLInputElement | null>, source: ImageSource) {
	const { saved, kept, check, unreadable } = source;
	const [picked, setPicked] = useState<string | null>(null);
	const [dropped, setDropped] = useState<string | null>(null);
	const [isRemoved, setRemoved] = useState(source.isRemoved);
	const [failure, setFailure] = useState<string | null>(null);
	const [said, setSaid] = useState('');
	const clear = () => {
		if (input.current) input.current.value = '';
		setPicked(null);
	};
	const hash = kept && kept.hash !== dropped && !picked ? kept.hash : null;
	const keptHash = kept?.hash;
	// The server has stored the picture, so the file is not sent again.
	useEffect(() => {
		if (!keptHash) return;
		if (input.current) input.current.value = '';
		setPicked(null);
		setDropped(null);
	}, [keptHash, input]);
	const choose = async (file: File | undefined) => {
		setFailure(null);
		if (!file) return setPicked(null);
		const refused = await check(file).catch(() => unreadable);
		const address = refused ? null : await readAddress(file).catch(() => null);
		// Another file was chosen in the meantime.
		if (input.current?.files?.[0] !== file) return;
		if (address) {
			setPicked(address);
			setRemoved(false);
			return setSaid(`${file.name} is chosen.`);
		}
		clear();
		setFailure(refused ?? unreadable);
	};
	const remove = () => {
		setFailure(null);
		clear();
		if (kept) setDropped(kept.hash);
		setRemoved(saved !== null && !picked && !hash);
		// The pressed button disappears, so the focus moves to the input.
		input.current?.focus();
		setSaid('The picture is removed.');
	};
	const restore = () => {
		setRemoved(false);
		input.current?.focus();
		setSaid('The picture is kept.');
	};
	const shown = picked ?? (hash && kept ? kept.src : isRemoved ? null : saved);
	return {
		hash,
		shown,
		isRemoved: isRemoved && !hash,
		isPicked: picked !== null,
		failure,
		said,
		choose,
		remove,
		restore,
	};
}

/** Returns the file as a data URL: the Content-Security-Policy allows no other pictures from the browser. */
function readAddress(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(file);
	});
}
