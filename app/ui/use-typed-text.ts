import { type InputEvent, useRef, useState } from 'react';

/** Returns the text of an uncontrolled field, and the props that keep it up to date. */
export function useTypedText(initial: string) {
	const [text, setText] = useState(initial);
	const ref = useRef<HTMLInputElement>(null);
	// Text that was typed before the page was hydrated comes as an `input` event, for which React has no `change`.
	const onInput = ({ currentTarget }: InputEvent<HTMLInputElement>) => setText(currentTarget.value);
	return { text, setText, props: { ref, onInput } };
}
