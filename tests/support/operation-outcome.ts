import { Refusal } from '~/domain/refusal.ts';

/** Returns the kind of the Refusal that an operation throws, 'done' after a success, and any other error as text. */
export const getOperationOutcome = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => 'done',
		(error: unknown) => (error instanceof Refusal ? error.kind : String(error)),
	);
