import { BODY_LIMITS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';

/** The maximum content of a request body of any size, checked before parsing. */
const BODY_SHAPE = { jsonDepth: 32, jsonValues: 200_000, formFields: 1_000 } as const;

/**
 * How much of a body above the limit is read and discarded: a client whose connection closes while it still
 * sends never sees the response.
 */
export const DISCARDED_BYTES = 20 * 1024 * 1024;

/** A form without files. `parseForm` parses it itself, because the platform takes several times as long. */
const URL_ENCODED = /^application\/x-www-form-urlencoded(;|$)/i;

const tooLarge = () => new Refusal('tooLarge', 'That is over the size limit of this page. Please send less.');
const malformed = (text: string) => new Refusal('malformed', text);

/**
 * Returns a body of at most `limit` bytes. Throws Refusal 'tooLarge' for a longer one, 'malformed' when the connection
 * closes before its end.
 */
async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
	if (Number(request.headers.get('Content-Length') ?? 0) > limit + DISCARDED_BYTES) throw tooLarge();
	if (!request.body) return Buffer.alloc(0);
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
			length += chunk.byteLength;
			if (length <= limit) chunks.push(chunk);
			else if (length > limit + DISCARDED_BYTES) break;
		}
	} catch {
		throw malformed('The connection closed before the whole request had arrived.');
	}
	if (length > limit) throw tooLarge();
	return Buffer.concat(chunks, length);
}

/** Reads and discards a body that is not used. Throws Refusal 'tooLarge' for more than `limit` bytes. */
export async function discardBody(request: Request, limit: number): Promise<void> {
	await readBytes(request, limit);
}

/**
 * Returns the JSON object of an /api request, {} when there is no body. `limit` is in bytes. Throws Refusal
 * 'tooLarge' for a body that is too long or has too many values, 'malformed' for invalid or deeply nested
 * JSON and for anything but an object.
 */
export async function readJson(
	request: Request,
	limit: number = BODY_LIMITS.standard,
	listField?: string,
): Promise<Record<string, unknown>> {
	const bytes = await readBytes(request, limit);
	return bytes.byteLength === 0 ? {} : parseJsonObject(bytes, listField);
}

/**
 * Returns the object of a JSON text in UTF-8; with `listField` a list becomes an object with that field. Throws Refusal
 * 'tooLarge' (413) for too many values, 'malformed' (400) for invalid or deeply nested JSON and for anything but an object.
 */
export function parseJsonObject(bytes: Buffer, listField?: string): Record<string, unknown> {
	requireFlatJson(bytes);
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		throw malformed('The body is not valid JSON.');
	}
	if (listField !== undefined && Array.isArray(value)) return { [listField]: value };
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw malformed('The body must be a JSON object.');
	}
	return value as Record<string, unknown>;
}

/** Counts without parsing: a small body can contain millions of values, and each of them costs work later. */
function requireFlatJson(bytes: Buffer): void {
	let depth = 0;
	let values = 1;
	for (let i = 0; i < bytes.length; i += 1) {
		const byte = bytes[i];
		if (byte === QUOTE) i = findStringEnd(bytes, i);
		else if (byte === COMMA) values += 1;
		else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
		else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
		if (depth > BODY_SHAPE.jsonDepth) throw malformed('The body is nested too deeply.');
		if (values > BODY_SHAPE.jsonValues) throw tooLarge();
	}
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns the index of the quote that ends the string starting at `start`, or the length of the text when none does.
 */
function findStringEnd(bytes: Buffer, start: number): number {
	for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
		let backslashes = 0;
		while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
		if (backslashes % 2 === 0) return end;
	}
	return bytes.length;
}

/**
 * Returns the fields of a submitted page form. `limit` is in bytes; with `BODY_LIMITS.image` only the image
 * may be that long, and the texts may have the standard limit. Throws Refusal 'tooLarge' for a form that is
 * too long or has too many fields, 'malformed' for a body that is not a form.
 */
export async function readForm(request: Request, limit: number = BODY_LIMITS.standard): Promise<FormData> {
	const type = request.headers.get('Content-Type') ?? '';
	const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1];
	const textLimit = limit === BODY_LIMITS.image ? BODY_LIMITS.standard : limit;
	const bytes = await readBytes(request, boundary ? limit : textLimit);
	if (hasMoreThan(BODY_SHAPE.formFields, boundary ? `--${boundary}` : '&', bytes)) throw tooLarge();
	const form = await parseForm(bytes, type);
	if (countText(form) > textLimit) throw tooLarge();
	return form;
}

async function parseForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
	if (URL_ENCODED.test(type)) {
		const form = new FormData();
		for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value);
		return form;
	}
	try {
		return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
	} catch {
		throw malformed('The form could not be read.');
	}
}

/** Returns the length of a form's names and texts, without its files. */
function countText(form: FormData): number {
	return [...form].reduce(
		(sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 0),
		0,
	);
}

/** Returns whether `part` occurs in `bytes` more than `count` times. */
function hasMoreThan(count: number, part: string, bytes: Buffer): boolean {
	let found = 0;
	for (
		let at = bytes.indexOf(part);
		at !== -1 && found <= count;
		at = bytes.indexOf(part, at + part.length)
	) {
		found += 1;
	}
	return found > count;
}
