const REFUSAL_KINDS = [
	'malformed',
	'invalid',
	'unauthenticated',
	'denied',
	'missing',
	'conflict',
	'tooLarge',
	'tooMany',
	'upstream',
	'unavailable',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

export type FieldErrors = Record<string, string[]>;

/**
 * The only error that is thrown on purpose: a refusal with a text for users. `kind` determines the status
 * (server/http has the table), `fields` has the errors by input field, `extra` is added to the JSON response,
 * `retryAfter` is in seconds.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	readonly kind: RefusalKind;
	readonly fields: FieldErrors | undefined;
	readonly extra: Record<string, unknown> | undefined;
	readonly retryAfter: number | undefined;

	constructor(
		kind: RefusalKind,
		message: string,
		details: {
			fields?: FieldErrors;
			extra?: Record<string, unknown>;
			retryAfter?: number;
			cause?: unknown;
		} = {},
	) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause });
		this.kind = kind;
		this.fields = details.fields;
		this.extra = details.extra;
		this.retryAfter = details.retryAfter;
	}
}

/** Returns the Refusal for a session that is missing, has ended or has lost its membership (401). */
export const unauthenticated = (text = 'Please sign in.') => new Refusal('unauthenticated', text);
/** Returns the Refusal for a user who may not do this (403). */
export const denied = (text = "You don't have permission to do this.") => new Refusal('denied', text);
/** Returns the Refusal for something that does not exist, or whose existence the actor may not know (404). */
export const missing = (subject: string) => new Refusal('missing', `${subject} not found`);
/** Returns the Refusal for input that is well-formed but invalid; `fields` has the errors (422). */
export const invalid = (
	fields: FieldErrors,
	text = Object.values(fields)[0]?.[0] ?? 'Please check what you entered.',
) => new Refusal('invalid', text, { fields });
/** Returns the Refusal for an operation that the current state does not allow (409). */
export const conflict = (text: string, extra?: Record<string, unknown>) =>
	new Refusal('conflict', text, { extra });
