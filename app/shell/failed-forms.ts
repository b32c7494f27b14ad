import {
	type ClientInstrumentation,
	data,
	isRouteErrorResponse,
	type MiddlewareFunction,
} from 'react-router';
import { FAILURES } from '~/domain/failures.ts';

/** The title for a form that a newer page may have. */
export const UNKNOWN_FORM = 'This could not be saved.';

export const NOT_REACHED = 'The server could not be reached. Please check your connection.';
const NO_ANSWER = "The server didn't respond as expected. Please try again in a moment.";

/**
 * Returns why a form's action failed without a response of its page: a text for users. Returns null for a redirect, and
 * for a response that is an error page on purpose (4xx).
 */
function describeFailedAction(error: unknown): string | null {
	if (isRouteErrorResponse(error)) return error.status < 500 ? null : (error.data?.text ?? NO_ANSWER);
	if (!(error instanceof Error)) return null;
	// fetch() rejects with a TypeError when there is no response; a proxy's HTML cannot be decoded.
	return error instanceof TypeError ? NOT_REACHED : NO_ANSWER;
}

type FailedForm = { title: string; text: string };
type Listener = (failure: FailedForm | null) => void;
let listener: Listener | null = null;

/**
 * Calls `report` with null when a form is sent, and with the failure when there is no response of its page. Returns a
 * function that ends this.
 */
export function onSentForm(report: Listener): () => void {
	listener = report;
	return () => {
		if (listener === report) listener = null;
	};
}

export const reportFailure = (failure: FailedForm): void => listener?.(failure);

/** The fields of the last form that each fetcher has sent, by the fetcher's key. */
const sentFields = new Map<string, string>();

const describeFields = (form: FormData): string =>
	JSON.stringify([...form].filter(([, value]) => typeof value === 'string'));

/** Records for `keepPageOfFailedForm` which fetcher sends which form, because each fetcher has its own data. */
export const fetcherInstrumentation: ClientInstrumentation = {
	router({ instrument }) {
		instrument({
			async fetch(send, { formData, fetcherKey }) {
				if (formData) sentFields.set(fetcherKey, describeFields(formData));
				await send();
			},
		});
	},
};

/** Returns the key of the fetcher that sends the form; '' for a navigation. */
function findSender(form: FormData): string {
	const fields = describeFields(form);
	return [...sentFields].find(([, sent]) => sent === fields)?.[0] ?? '';
}

/**
 * The last data of each action, by its route and its fetcher, so that a failed one changes nothing on its page. A fetcher's
 * refusal belongs to one intent: beside the failure of another form it would show and focus the wrong reason. The data of
 * a navigation stays, because it also has what is selected on a page.
 */
const lastData = new Map<string, { address: string; data: unknown; refusedIntent: string | null }>();

type ActionResult = { type: 'data' | 'error'; result: unknown };
type ActionResults = Record<string, ActionResult>;

/**
 * Keeps the page when a form's action failed without a response of its page: the server or a proxy responded with 5xx,
 * or there was no response. The page stays as it is, with what was typed, and the failure is reported. Without this, the
 * router replaces the page by an error page.
 */
export const keepPageOfFailedForm: MiddlewareFunction<ActionResults> = async ({ request }, next) => {
	if (request.method === 'GET') return next();
	const form = request.clone();
	listener?.(null);
	const results = await next();
	const fields = await form.formData();
	const fetcherKey = findSender(fields);
	const intent = String(fields.get('intent'));
	// The page behind a dialog may have sent the form that opened it.
	const address = new URL(request.url).pathname;
	for (const [routeId, { type, result }] of Object.entries(results)) {
		const sender = `${routeId} ${fetcherKey}`;
		const value = unwrap(result);
		const refusedIntent = fetcherKey && isRefused(result) ? intent : null;
		if (type === 'data') lastData.set(sender, { address, data: value, refusedIntent });
		const text = type === 'error' ? describeFailedAction(value) : null;
		// A redirect or another page ends what the last form has shown.
		if (type === 'error' && text === null) lastData.delete(sender);
		if (text === null) continue;
		// A search that a form makes while the user types would take the focus from the field.
		if (fields.get('do') !== 'search') {
			listener?.({ title: getFailureTitle(intent, address), text });
		}
		const last = lastData.get(sender);
		const isKept = last?.address === address && [null, intent].includes(last.refusedIntent);
		// The status tells the router not to load the page again, which would fail too.
		results[routeId] = {
			type: 'data',
			result: data(isKept ? last.data : null, { status: 503 }),
		};
	}
	return results;
};

/** Returns whether an action has answered with a status of a refusal. */
const isRefused = (result: unknown): boolean => Number(Reflect.get(Object(result), 'init')?.status) >= 400;

/** Returns what the router has put into an object with a status: the data, or the error, of an action. */
const unwrap = (result: unknown): unknown =>
	typeof result === 'object' && result !== null && Reflect.get(result, 'type') === 'DataWithResponseInit'
		? Reflect.get(result, 'data')
		: result;

/** Returns the failure text of a form's screen (spec, section 8). */
export function getFailureTitle(intent: string, pathname = ''): string {
	if (intent === 'signups.put')
		return pathname === '/events'
			? 'Failed to sign up. Please try again.'
			: 'Failed to sign up for event. Please try again.';
	return FAILURES[intent as keyof typeof FAILURES] ?? UNKNOWN_FORM;
}
