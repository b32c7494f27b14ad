import { data, type RouterContextProvider, redirect } from 'react-router';
import type { z } from 'zod';
import { allowFailurePage } from '~/database/connection.ts';
import { BODY_LIMITS, type UserLimit } from '~/domain/limits.ts';
import { type Action, canAttempt } from '~/domain/policy.ts';
import { denied, type FieldErrors, Refusal, type RefusalKind } from '~/domain/refusal.ts';
import { isForeignOrigin } from '../auth/xsrf.ts';
import { log } from '../log.ts';
import { type Operation, type OperationArguments, perform } from '../operations/kernel/operation.ts';
import { discardBody, readForm } from './body.ts';
import { getOperationContext, getRequestFacts } from './context.ts';
import { type Flash, writeFlash } from './flash.ts';
import { consumeByActor } from './rate-limit.ts';
import { asRefusal, buildRefusalHeaders, STATUS } from './status.ts';

type Context = Readonly<RouterContextProvider>;

/** The names and values of a form that its error page can send again. */
type SentForm = [name: string, value: string][];

/** The data of an error page; it contains only texts that users may read. */
type ErrorPageData = { kind: Refusal['kind']; text: string; form?: SentForm | null };

/** What a form gets back when its operation throws a Refusal. */
export type FormRefusal = {
	/** 'failed': an unexpected error, which is logged. */
	kind: RefusalKind | 'failed';
	status: number;
	error: string;
	fieldErrors: FieldErrors;
	/** Additional data of a conflict: `current`, the saved state that conflicts with the form. */
	extra: Record<string, unknown>;
};

/**
 * Runs an operation for a page's loader and returns its result. Throws an error page with the status of the
 * refusal, which can send the form again that came with the request; `ifMissing` creates the response that is thrown
 * instead of the 404 page. Throws unexpected errors as they are.
 */
export async function load<Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	context: Context,
	args: OperationArguments<Param> & { ifMissing?: () => Response | Promise<Response> } = {},
): Promise<Result> {
	try {
		return await perform(operation, getOperationContext(context), args);
	} catch (error) {
		if (args.ifMissing && asRefusal(error)?.kind === 'missing') throw await args.ifMissing();
		throw asErrorPage(error, await readFormToResend(getRequestFacts(context).request, error));
	}
}

/**
 * Runs an operation for a part that a page can do without, and returns its result. Returns null when it cannot be read,
 * which is logged. Throws as `load` does for a refusal that is an answer, such as an event that does not exist, and when a
 * form came with the request.
 */
export async function loadOptional<Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	context: Context,
	args: OperationArguments<Param> & { ifMissing?: () => Response | Promise<Response> } = {},
): Promise<Result | null> {
	try {
		return await perform(operation, getOperationContext(context), args);
	} catch (error) {
		if (args.ifMissing && asRefusal(error)?.kind === 'missing') throw await args.ifMissing();
		return withoutPart(error, operation.allow, context);
	}
}

/**
 * Returns null for the error of a part that could not be read, after logging it. Throws other errors, and an error page
 * with the form that came with the request, because the part may contain it.
 */
export async function withoutPart(error: unknown, part: string, context: Context): Promise<null> {
	const refusal = asRefusal(error);
	const form = await readFormToResend(getRequestFacts(context).request, error);
	if (form) throw asErrorPage(error, form);
	if (refusal ? refusal.kind !== 'unavailable' : !(error instanceof Error)) throw asErrorPage(error);
	log().error(
		{ err: error, part, requestId: getRequestFacts(context).id },
		'a part of a page could not be read',
	);
	return null;
}

/** Throws an error page (403) unless the viewer's role may start `action`; `text` explains why. */
export function guardPage(
	context: Context,
	action: Action,
	text = "You don't have permission to access this page.",
): void {
	if (!canAttempt(getOperationContext(context).actor, action)) {
		throw asErrorPage(denied(text));
	}
}

/**
 * Returns a refusal in the form that the error boundary shows, with the form that was refused; returns an unexpected
 * error unchanged.
 */
export function asErrorPage(error: unknown, form: SentForm | null = null): unknown {
	const refusal = asRefusal(error);
	if (!refusal) return error;
	return data<ErrorPageData>(
		{ kind: refusal.kind, text: refusal.message, ...(form && { form }) },
		{ status: STATUS[refusal.kind], headers: buildRefusalHeaders(refusal) },
	);
}

type SubmitArguments<Param extends string> = OperationArguments<Param> & {
	returnedKinds?: readonly ('denied' | 'missing')[];
	limit?: UserLimit;
};

/**
 * Runs an operation for a page's form. Returns a `FormRefusal`, so that the form keeps what was typed, for what the
 * user can correct on the page (400, 409, 413, 422, 429, 502, 503), for the kinds in `returnedKinds`, and for an
 * unexpected error (500, which is logged). Throws an error page for 401, and for 403 and 404 unless `returnedKinds`
 * names them; throws responses as they are. Counts against `limit` after session and role and before the form is
 * read (429).
 */
export async function submit<Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	context: Context,
	args: SubmitArguments<Param> = {},
): Promise<{ result: Result; refusal: null } | { result: null; refusal: FormRefusal }> {
	const { limit, returnedKinds, ...operationArgs } = args;
	const read = async () => {
		if (limit) await consumeByActor(limit, context);
		return operationArgs.read ? operationArgs.read() : {};
	};
	try {
		return {
			result: await perform(operation, getOperationContext(context), { ...operationArgs, read }),
			refusal: null,
		};
	} catch (error) {
		const refusal = asRefusal(error);
		if (!refusal && error instanceof Error) return { result: null, refusal: createFailure(error, context) };
		if (!refusal || !shouldReturnToForm(refusal.kind, returnedKinds)) throw asErrorPage(error);
		if (refusal.kind === 'unavailable') allowFailurePage();
		return {
			result: null,
			refusal: {
				kind: refusal.kind,
				status: STATUS[refusal.kind],
				error: refusal.message,
				fieldErrors: refusal.fields ?? {},
				extra: refusal.extra ?? {},
			},
		};
	}
}

/** Logs an unexpected error of a form's operation, and returns what the form shows. */
function createFailure(error: Error, context: Context): FormRefusal {
	log().error({ err: error, requestId: getRequestFacts(context).id }, 'request failed');
	const text = 'Something went wrong on our side, and nothing was saved. Please try again.';
	return { kind: 'failed', status: 500, error: text, fieldErrors: {}, extra: {} };
}

function shouldReturnToForm(kind: RefusalKind, returnedKinds: readonly RefusalKind[] = []): boolean {
	return !['unauthenticated', 'denied', 'missing'].includes(kind) || returnedKinds.includes(kind);
}

/** The forms that have been read, by their requests, whose bodies can be read only once. */
const readForms = new WeakMap<Request, FormData>();

/**
 * Returns the fields of a page's form of at most `limit` bytes. Throws an error page (400, 413) when it cannot be read, or
 * lacks the field that every form of its address has: an empty form must not count as one with empty values.
 */
export async function readPageForm(
	request: Request,
	limit: number = BODY_LIMITS.standard,
	requiredField = 'intent',
): Promise<FormData> {
	try {
		const form = await readForm(request, limit);
		readForms.set(request, form);
		if (!form.has(requiredField)) throw createIncompleteFormRefusal();
		return form;
	} catch (error) {
		throw asErrorPage(error);
	}
}

/**
 * Returns the form of a page without script, for the page of an error that passes. Returns null for other requests, for
 * a form with a file, and for a form from another site: its values must not become ones that our own page sends.
 */
export async function readFormToResend(request: Request, error: unknown): Promise<SentForm | null> {
	const passes = ['unavailable', 'tooMany', 'upstream'].includes(asRefusal(error)?.kind ?? '');
	if (!passes || request.method !== 'POST' || isScriptRequest(request) || isForeignOrigin(request))
		return null;
	const form = readForms.get(request) ?? (await readForm(request, BODY_LIMITS.bulk).catch(() => null));
	// A browser sends a file field without a file as an empty file.
	const entries = [...(form ?? [])].filter(([, value]) => typeof value === 'string' || value.size > 0);
	const isText = entries.every((entry): entry is [string, string] => typeof entry[1] === 'string');
	return form?.has('intent') && isText ? entries : null;
}

const createIncompleteFormRefusal = () =>
	new Refusal(
		'malformed',
		'This form is incomplete, so nothing was changed. Please reload the page and try again.',
	);

/** Returns the error page (400) for a form whose `intent` its address does not have. */
export const createUnknownFormError = (): unknown => asErrorPage(createIncompleteFormRefusal());

/** Reads and discards a form whose fields are not used. Throws an error page (413) for more than `limit` bytes. */
export async function discardForm(request: Request, limit: number): Promise<void> {
	try {
		await discardBody(request, limit);
	} catch (error) {
		throw asErrorPage(error);
	}
}

/**
 * Returns whether a script sent the request (a fetcher or a client navigation) and so expects data, not a document.
 */
export const isScriptRequest = (request: Request): boolean => new URL(request.url).pathname.endsWith('.data');

/**
 * Returns the redirect (303) to `to` after a successful form, for documents and scripts alike; the notice
 * `flash` is shown on the next page.
 */
export function redirectAfterForm(context: Context, to: string, flash?: Flash): Response {
	if (flash) getRequestFacts(context).setCookies.push(writeFlash(flash));
	return redirect(to, 303);
}

/** Returns a JSON response of /api; the status is 200 by default. */
export function createJsonResponse(
	value: unknown,
	init: { status?: number; headers?: HeadersInit } = {},
): Response {
	return Response.json(value, { status: init.status ?? 200, headers: init.headers ?? {} });
}

/**
 * Returns the /api response for any error: the text of a refusal, or a plain 500 for an unexpected error, which is
 * logged with the request's id. Of a conflict's additional data, only the fields that `extra` names are sent.
 */
export function createJsonErrorResponse(error: unknown, requestId: string, extra?: z.ZodObject): Response {
	const refusal = asRefusal(error);
	if (!refusal) {
		log().error({ err: error, requestId }, 'request failed');
		return createJsonResponse({ error: 'Something went wrong on our side.' }, { status: 500 });
	}
	const extraFields = extra?.partial().safeParse(refusal.extra ?? {}).data;
	return createJsonResponse(
		{ ...extraFields, error: refusal.message, ...(refusal.fields ? { fieldErrors: refusal.fields } : {}) },
		{ status: STATUS[refusal.kind], headers: buildRefusalHeaders(refusal) },
	);
}

/** Returns the `Link` header of a list that continues after `cursor`: the same address with that cursor. */
export function formatNextLink(url: URL, cursor: string): string {
	const query = new URLSearchParams(url.searchParams);
	query.set('cursor', cursor);
	return `<${url.pathname}?${query}>; rel="next"`;
}

/** Returns the response (405) to a method that an /api address does not support. */
export function createMethodNotAllowedResponse(...allowed: string[]): Response {
	return createJsonResponse(
		{ error: 'This address does not take that method.' },
		{ status: 405, headers: { Allow: allowed.join(', ') } },
	);
}
