import { type ChangeEvent, useEffect, useRef, useState } from 'react';

/**
 * Returns the text of an uncontrolled field, and the props that keep it up to date. It includes what was typed before
 * the page was hydrated, which a field with a `value` would lose.
 */
export function useTypedText(initial: string) {
	const [text, setText] = useState(initial);
	const ref = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (ref.current) setText(ref.current.value);
	}, []);
	const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setText(currentTarget.value);
	return { text, setText, props: { ref, onChange } };
}
