import { useState } from 'react';

type CopyOutcome = { copied: string; message: string; hasFailed: boolean };

/** Returns the result of copying `text`, and the function that copies it. After a failure, show the text below. */
export function useCopy(text: string): [CopyOutcome | null, (success: string) => Promise<void>] {
	const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
	const copy = async (success: string) => {
		setOutcome(null);
		try {
			// Browsers offer the clipboard only over HTTPS, and may deny it.
			await navigator.clipboard.writeText(text);
			setOutcome({ copied: text, message: success, hasFailed: false });
		} catch {
			setOutcome({
				copied: text,
				message: "Couldn't copy. Please select the text below.",
				hasFailed: true,
			});
		}
	};
	return [outcome?.copied === text ? outcome : null, copy];
}
