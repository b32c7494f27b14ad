import { BODY_MAX_BYTES } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';

/** How much of a body that is too long is read and thrown away before the line is cut, in limits. */
const DISCARDED_BODIES = 4;

const tooLarge = () => new Refusal('tooLarge', 'That is more than this page takes. Please send less.');
const malformed = (text: string) => new Refusal('malformed', text);

/** Reads a body of at most `limit` bytes; refuses (413) what is longer. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
	if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge();
	if (!request.body) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
		length += chunk.byteLength;
		if (length <= limit) chunks.push(chunk);
		// Reading on a while lets the sender hear the answer; leaving at once would cut the line.
		else if (length > limit * DISCARDED_BODIES) throw tooLarge();
	}
	if (length > limit) throw tooLarge();
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}

/** The JSON of an /api call: an object, {} when there is no body. Refuses: 413 too long, 400 broken or no object. */
export async function readJson(request: Request, limit = BODY_MAX_BYTES): Promise<Record<string, unknown>> {
	const bytes = await readBytes(request, limit);
	if (bytes.byteLength === 0) return {};
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		throw malformed('The body is not valid JSON.');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw malformed('The body must be a JSON object.');
	}
	return value as Record<string, unknown>;
}

/** The fields of a submitted page form. Refuses: 413 too long, 400 not a form. */
export async function readForm(request: Request, limit = BODY_MAX_BYTES): Promise<FormData> {
	const bytes = await readBytes(request, limit);
	try {
		return await new Response(bytes, {
			headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' },
		}).formData();
	} catch {
		throw malformed('The form could not be read.');
	}
}
