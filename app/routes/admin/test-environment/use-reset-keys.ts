import { useState } from 'react';
import type { TestForm } from './test-form.ts';

type ResetKeys = Partial<Record<string, string>>;

/**
 * Returns, for each action, the form key that was read after the action was last done. It resets the form of
 * that action only; the other forms keep what was typed (spec, section 4).
 */
export function useResetKeys(
	runningAction: string | null,
	formKey: string,
	{ refusal }: TestForm,
): ResetKeys {
	const [stored, setStored] = useState<{ formKey: string; lastAction: string | null; resetKeys: ResetKeys }>({
		formKey,
		lastAction: null,
		resetKeys: {},
	});
	const { lastAction, resetKeys } = stored;
	if (stored.formKey !== formKey) {
		const isDone = lastAction !== null && refusal === null;
		setStored({
			formKey,
			lastAction: null,
			resetKeys: isDone ? { ...resetKeys, [lastAction]: formKey } : resetKeys,
		});
	} else if (runningAction !== null && runningAction !== lastAction) {
		setStored({ ...stored, lastAction: runningAction });
	}
	return resetKeys;
}
