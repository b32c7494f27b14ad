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
 * The only error the core throws on purpose: a "no" with a text that people may read.
 *
 * `kind` decides the status (server/http has the one table), `fields` names what was wrong with the input,
 * `extra` adds to the JSON answer (a conflict's `current`), `retryAfter` is in seconds.
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

/** The session is missing, ended or lost its membership (401). */
export const unauthenticated = (text = 'Please sign in.') => new Refusal('unauthenticated', text);
/** The person is known but may not do this (403). */
export const denied = (text = "You don't have permission to do this.") => new Refusal('denied', text);
/** What was named does not exist, or the caller may not know that it does (404). */
export const missing = (what = 'That') => new Refusal('missing', `${what} not found`);
/** The input was understood and is wrong; `fields` says where (422). */
export const invalid = (
	fields: FieldErrors,
	text = Object.values(fields)[0]?.[0] ?? 'Please check what you entered.',
) => new Refusal('invalid', text, { fields });
/** The state of things does not allow it now (409). */
export const conflict = (text: string, extra?: Record<string, unknown>) =>
	new Refusal('conflict', text, { extra });
