import { useState } from 'react';
import type { TestForm } from './test-form.ts';

type Rounds = Partial<Record<string, string>>;

/**
 * When each action was last done, by the key that was read after it: a form of that round is empty again, the others keep
 * what is typed (spec, section 4).
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
