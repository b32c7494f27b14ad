import { useState } from 'react';
import type { TestForm } from './test-form.ts';

type Rounds = Partial<Record<string, string>>;

/**
 * Returns, for each action, the form key that was read after the action was last done. It resets the form of
 * that action only; the other forms keep what was typed (spec, section 4).
 */
export function useRounds(busy: string | null, formKey: string, { refusal }: TestForm): Rounds {
	const [held, setHeld] = useState<{ formKey: string; last: string | null; rounds: Rounds }>({
		formKey,
		last: null,
		rounds: {},
	});
	const { last, rounds } = held;
	if (held.formKey !== formKey) {
		const isDone = last !== null && refusal === null;
		setHeld({ formKey, last: null, rounds: isDone ? { ...rounds, [last]: formKey } : rounds });
	} else if (busy !== null && busy !== last) {
		setHeld({ ...held, last: busy });
	}
	return rounds;
}
