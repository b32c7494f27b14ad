import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { acceptsEncoding } from './compressed-response.ts';
import { DOCUMENT_HEADERS } from './security-headers.ts';

/** The build gives each of these files a name with the hash of its content. */
const HASHED_FILES = '/assets/';
const HASHED_CACHING = 'public, max-age=31536000, immutable';
const SHORT_CACHING = 'public, max-age=3600';
/** Parts of a page. Other files can be documents, as a picture in SVG with a script. */
const PARTS_OF_PAGES = /^\/assets\/.*\.(?:css|js|woff2)$/;

/** The compressed copies that the build may write beside a file, best first. */
const COPIES = [
	{ encoding: 'br', ending: '.br' },
	{ encoding: 'gzip', ending: '.gz' },
] as const;

const TYPES: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
};

type StaticFile = {
	body: Buffer;
	copies: { encoding: string; body: Buffer }[];
	type: string;
	hash: string;
	lastModified: string;
};
type Representation = { encoding?: string; body: Buffer };
type FileHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Returns a function that responds with a file of `folder` and returns true, or returns false when the request is
 * not for a file. A missing hashed file gets a 404. The files are read once, so that a build during operation cannot
 * remove them.
 */
export function createFileHandler(folder: string): FileHandler {
	const files = readFiles(folder);
	return (request, response) => {
		if (request.method !== 'GET' && request.method !== 'HEAD') return false;
		const [pathname = ''] = (request.url ?? '').split('?', 1);
		const file = files.get(pathname);
		if (file) sendFile(file, pathname, request, response);
		else if (pathname.startsWith(HASHED_FILES))
			response.writeHead(404, { 'Cache-Control': 'no-store' }).end();
		else return false;
		return true;
	};
}

function readFiles(folder: string): Map<string, StaticFile> {
	const bodies = new Map<string, Buffer>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const file = path.join(entry.parentPath, entry.name);
		if (entry.isFile()) bodies.set(path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file));
	}
	const files = new Map<string, StaticFile>();
	for (const [name, body] of bodies) {
		if (name.startsWith('.') || COPIES.some(({ ending }) => name.endsWith(ending))) continue;
		files.set(`/${name}`, {
			body,
			copies: COPIES.flatMap(({ encoding, ending }) => {
				const copy = bodies.get(name + ending);
				return copy ? [{ encoding, body: copy }] : [];
			}),
			type: TYPES[path.extname(name)] ?? 'application/octet-stream',
			hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
			lastModified: statSync(path.join(folder, name)).mtime.toUTCString(),
		});
	}
	return files;
}

function sendFile(
	file: StaticFile,
	pathname: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	if (PARTS_OF_PAGES.test(pathname)) for (const name of DOCUMENT_HEADERS) response.removeHeader(name);
	const { encoding, body }: Representation = chooseRepresentation(file, request);
	const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
	const headers: OutgoingHttpHeaders = {
		'Cache-Control': pathname.startsWith(HASHED_FILES) ? HASHED_CACHING : SHORT_CACHING,
		ETag: etag,
		'Last-Modified': file.lastModified,
		...(file.copies.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
	};
	if (isNotModified(request, file, etag)) {
		response.writeHead(304, headers).end();
		return;
	}
	headers['Content-Type'] = file.type;
	headers['Accept-Ranges'] = 'bytes';
	if (encoding) headers['Content-Encoding'] = encoding;
	const range = encoding || request.method !== 'GET' ? null : parseRange(request, file, etag);
	if (range === 'unsatisfiable') {
		response.writeHead(416, { 'Content-Range': `bytes */${body.length}`, 'Cache-Control': 'no-store' }).end();
		return;
	}
	if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${body.length}`;
	const sent = range ? body.subarray(range.start, range.end + 1) : body;
	headers['Content-Length'] = sent.length;
	response.writeHead(range ? 206 : 200, headers).end(request.method === 'HEAD' ? undefined : sent);
}

/** Returns the smallest copy that the client accepts. Ranges refer to the file itself. */
function chooseRepresentation(file: StaticFile, { headers, method }: IncomingMessage): Representation {
	if (headers.range && method === 'GET') return file;
	const accepted = headers['accept-encoding'];
	return file.copies.find(({ encoding }) => acceptsEncoding(accepted, encoding)) ?? { body: file.body };
}

function isNotModified({ headers }: IncomingMessage, file: StaticFile, etag: string): boolean {
	const known = headers['if-none-match'];
	if (known !== undefined) {
		return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
	}
	const since = headers['if-modified-since'];
	return since !== undefined && Date.parse(since) >= Date.parse(file.lastModified);
}

/** Returns the requested range, or null when the whole file is to be sent: no range, several ones or a broken one. */
function parseRange(
	{ headers }: IncomingMessage,
	{ body, lastModified }: StaticFile,
	etag: string,
): { start: number; end: number } | 'unsatisfiable' | null {
	const condition = headers['if-range'];
	if (condition !== undefined && condition !== etag && condition !== lastModified) return null;
	const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
	if (first === '' && last === '') return null;
	const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first);
	const end = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1);
	if (first !== '' && last !== '' && Number(last) < start) return null;
	return start > end ? 'unsatisfiable' : { start, end };
}
