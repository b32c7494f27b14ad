import {
	type IncomingMessage,
	type OutgoingHttpHeader,
	type OutgoingHttpHeaders,
	ServerResponse,
} from 'node:http';
import zlib from 'node:zlib';
import { isFirstVisit } from './viewer-cookies.ts';

/** Shorter bodies do not get smaller by much. */
const MIN_BYTES = 1_024;
/** More than this is compressed in another thread. */
const MAX_BYTES_AT_ONCE = 512 * 1024;
/**
 * How well each encoding compresses, in its own numbers; the first one that the client accepts is used. Here zstd takes
 * half of brotli's time, and brotli a third of the time of gzip's default level.
 */
const QUICK_LEVELS = { zstd: 1, br: 1, gzip: 1 };
/** A page with its styles gets a fifth smaller, for a millisecond and a half. Brotli's pages are the smallest. */
const FIRST_VISIT_LEVELS = { br: 5, zstd: 9, gzip: 6 };
const ENCODERS = {
	zstd: {
		compress: (body: Buffer, level: number) => zlib.zstdCompressSync(body, toZstdOptions(level)),
		create: (level: number) => zlib.createZstdCompress(toZstdOptions(level)),
	},
	br: {
		compress: (body: Buffer, level: number) => zlib.brotliCompressSync(body, toBrotliOptions(level)),
		create: (level: number) => zlib.createBrotliCompress(toBrotliOptions(level)),
	},
	gzip: {
		compress: (body: Buffer, level: number) => zlib.gzipSync(body, { level }),
		create: (level: number) => zlib.createGzip({ level }),
	},
};
const toZstdOptions = (level: number): zlib.ZstdOptions => ({
	params: { [zlib.constants.ZSTD_c_compressionLevel]: level },
});
const toBrotliOptions = (level: number): zlib.BrotliOptions => ({
	params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level },
});
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml)|image\/svg\+xml)/i;

type Encoding = { name: keyof typeof ENCODERS; level: number };
type Encoder = ReturnType<(typeof ENCODERS)[Encoding['name']]['create']>;
type Chunk = string | Uint8Array;
type Done = (error?: Error | null) => void;

/** Returns whether an Accept-Encoding header accepts this encoding. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
	return String(header ?? '')
		.split(',')
		.some((part) => {
			const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
			return name === encoding && !parameters.some((word) => /^q=0(\.0*)?$/.test(word));
		});
}

/**
 * A response that compresses its body when that helps and the client accepts it. A body that is written within one turn
 * of the event loop is compressed at once. Otherwise each part is compressed and sent soon after it was written, so
 * that a page that is sent in parts arrives in parts.
 */
export class CompressedResponse<
	Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
	/** Parts that wait for the end of the turn; null when the body is not compressed, or no longer waits. */
	#waiting: Buffer[] | null = null;
	#waitingBytes = 0;
	#encoding: Encoding | null = null;
	#encoder: Encoder | null = null;
	#isDecided = false;
	#timer: NodeJS.Immediate | null = null;

	constructor(request: Request) {
		super(request);
		// While the head waits for the body, a second head must not replace it.
		Object.defineProperty(this, 'headersSent', { get: () => this.#isDecided });
	}

	override writeHead(
		status: number,
		message?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
		headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
	): this {
		this.statusCode = status;
		if (typeof message === 'string') this.statusMessage = message;
		const values = typeof message === 'object' ? message : headers;
		for (const [name, value] of listHeaders(values)) {
			if (value !== undefined) this.setHeader(name, value);
		}
		this.#isDecided = true;
		this.#encoding = this.#chooseEncoding();
		// The length is known only when the body is complete.
		if (this.#encoding) this.#waiting = [];
		else super.writeHead(status);
		return this;
	}

	override write(chunk: Chunk, encoding?: BufferEncoding | Done, done?: Done): boolean {
		if (!this.#isDecided) this.writeHead(this.statusCode);
		const target = this.#encoding;
		if (!target) return super.write(chunk, encoding as BufferEncoding, done);
		const bytes = toBuffer(chunk, encoding);
		const callback = typeof encoding === 'function' ? encoding : done;
		if (!this.#waiting) return this.#encode(bytes, callback);
		this.#waiting.push(bytes);
		this.#waitingBytes += bytes.length;
		if (callback) process.nextTick(callback);
		if (this.#waitingBytes > MAX_BYTES_AT_ONCE) return this.#startEncoder(target);
		this.#timer ??= setImmediate(() => this.#startEncoder(target));
		return true;
	}

	override end(
		chunk?: Chunk | (() => void) | null,
		encoding?: BufferEncoding | (() => void),
		done?: () => void,
	) {
		const callback = [chunk, encoding, done].find((value) => typeof value === 'function') as
			| (() => void)
			| undefined;
		const last = typeof chunk === 'function' || chunk == null ? null : chunk;
		if (!this.#isDecided) this.writeHead(this.statusCode);
		const target = this.#encoding;
		if (!target) return super.end(last, encoding as BufferEncoding, callback);
		if (callback) this.once('finish', callback);
		const bytes = last === null ? [] : [toBuffer(last, encoding as BufferEncoding)];
		if (this.#waiting && this.#waitingBytes + (bytes[0]?.length ?? 0) <= MAX_BYTES_AT_ONCE) {
			const parts = [...this.#waiting, ...bytes];
			this.#sendAtOnce(target, parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
			return this;
		}
		if (this.#waiting) this.#startEncoder(target);
		this.#encoder?.end(bytes[0]);
		return this;
	}

	#chooseEncoding(): Encoding | null {
		const type = String(this.getHeader('Content-Type') ?? '');
		if (!COMPRESSIBLE.test(type) || this.hasHeader('Content-Encoding')) return null;
		// Files have their own copies, and a range of one must not be joined with a compressed part.
		if (this.hasHeader('Accept-Ranges') || [204, 304].includes(this.statusCode)) return null;
		this.appendHeader('Vary', 'Accept-Encoding');
		if (this.req.method === 'HEAD' || this.hasHeader('Content-Range')) return null;
		if (Number(this.getHeader('Content-Length') ?? MIN_BYTES) < MIN_BYTES) return null;
		if (/\bno-transform\b/.test(String(this.getHeader('Cache-Control') ?? ''))) return null;
		const { 'accept-encoding': accepted, cookie } = this.req.headers;
		const levels = type.startsWith('text/html') && isFirstVisit(cookie) ? FIRST_VISIT_LEVELS : QUICK_LEVELS;
		const names = Object.keys(levels) as Encoding['name'][];
		const name = names.find((encoding) => acceptsEncoding(accepted, encoding));
		return name ? { name, level: levels[name] } : null;
	}

	#sendAtOnce({ name, level }: Encoding, body: Buffer): void {
		this.#stopWaiting();
		let sent = body;
		if (body.length >= MIN_BYTES) {
			sent = ENCODERS[name].compress(body, level);
			this.setHeader('Content-Encoding', name);
		}
		this.setHeader('Content-Length', sent.length);
		super.writeHead(this.statusCode);
		super.end(sent);
	}

	/** Sends the head and starts to compress what was written so far. */
	#startEncoder({ name, level }: Encoding): boolean {
		const waiting = this.#stopWaiting();
		this.removeHeader('Content-Length');
		this.setHeader('Content-Encoding', name);
		super.writeHead(this.statusCode);
		const encoder = ENCODERS[name].create(level);
		this.#encoder = encoder;
		encoder.on('data', (bytes: Buffer) => {
			if (!super.write(bytes)) {
				encoder.pause();
				this.once('drain', () => encoder.resume());
			}
		});
		// A paused encoder waits for the socket, whose own drain event tells the caller to go on.
		encoder.on('drain', () => {
			if (!encoder.isPaused()) this.emit('drain');
		});
		encoder.on('end', () => super.end());
		encoder.on('error', (error) => this.destroy(error));
		this.once('close', () => encoder.destroy());
		return this.#encode(Buffer.concat(waiting));
	}

	#encode(bytes: Buffer, done?: Done): boolean {
		if (!this.#encoder || this.#encoder.destroyed) return false;
		const isWritable = this.#encoder.write(bytes, done);
		this.#timer ??= setImmediate(() => {
			this.#timer = null;
			if (!this.#encoder?.writableEnded) this.#encoder?.flush();
		});
		return isWritable;
	}

	#stopWaiting(): Buffer[] {
		if (this.#timer) clearImmediate(this.#timer);
		this.#timer = null;
		const waiting = this.#waiting ?? [];
		this.#waiting = null;
		return waiting;
	}
}

/** Node itself passes a flat list of names and values. */
function listHeaders(
	values: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): [string, OutgoingHttpHeader | undefined][] {
	if (!Array.isArray(values)) return Object.entries(values ?? {});
	return values.flatMap((name, index) => (index % 2 === 0 ? [[String(name), values[index + 1]]] : []));
}

const toBuffer = (chunk: Chunk, encoding?: BufferEncoding | Done): Buffer =>
	typeof chunk === 'string'
		? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
		: Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
