import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { APP_VERSION } from '~/domain/limits.ts';
import { config } from '../config.ts';
import type { CalendarSource } from '../operations/calendar/index.ts';
import { type Operation, type OperationArguments, perform } from '../operations/kernel/operation.ts';
import { hashSecret } from '../secrets.ts';
import { getOperationContext, getRequestFacts } from './context.ts';
import { createJsonErrorResponse } from './responses.ts';

/** Returns a response without a body that must not be cached, for a refused file. */
export function createEmptyResponse(status: number, headers: HeadersInit = {}): Response {
	const emptyHeaders = new Headers(headers);
	emptyHeaders.set('Cache-Control', 'no-store');
	return new Response(null, { status, headers: emptyHeaders });
}

/** Returns the response for any error of an asset: the status of its refusal and Retry-After, without a text. */
export function createAssetErrorResponse(error: unknown, requestId: string): Response {
	const { status, headers } = createJsonErrorResponse(error, requestId);
	const retryAfter = headers.get('Retry-After');
	return createEmptyResponse(status, retryAfter ? { 'Retry-After': retryAfter } : {});
}

/**
 * Runs an operation for the route of an asset and returns the response that `toResponse` makes of its result.
 * Errors become responses without a body.
 */
export async function serveAsset<Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	context: Readonly<RouterContextProvider>,
	args: OperationArguments<Param>,
	toResponse: (value: Result) => Response | Promise<Response>,
): Promise<Response> {
	try {
		return await toResponse(await perform(operation, getOperationContext(context), args));
	} catch (error) {
		return createAssetErrorResponse(error, getRequestFacts(context).id);
	}
}

/** Returns whether the browser already has the response with this ETag. */
export function knowsEtag(request: Request, etag: string): boolean {
	const tags = request.headers
		.get('If-None-Match')
		?.split(',')
		.map((tag) => tag.trim().replace(/^W\//, ''));
	return tags !== undefined && (tags.includes(etag) || tags.includes('*'));
}

/**
 * Returns the response with a calendar's text, or 304 when the calendar program already has it; the text is then not
 * made. The ETag includes the version of the program, which may write the same events differently.
 */
export async function createCalendarResponse(
	request: Request,
	{ source, format }: CalendarSource,
	moreHeaders: Record<string, string> = {},
): Promise<Response> {
	const { APP_URL, COMMUNITY_NAME } = config();
	const etag = `"${hashSecret([APP_VERSION, APP_URL, COMMUNITY_NAME, source].join('\n')).slice(0, 32)}"`;
	const headers = { 'Cache-Control': 'private, no-cache', ETag: etag, 'Referrer-Policy': 'no-referrer' };
	if (knowsEtag(request, etag)) return new Response(null, { status: 304, headers });
	const body = Buffer.from(await format());
	return new Response(body, {
		headers: {
			...headers,
			'Content-Type': 'text/calendar; charset=utf-8',
			'Content-Length': String(body.length),
			...moreHeaders,
		},
	});
}

const texts = new Map<string, string | null>();

/**
 * Returns the text of a built stylesheet, or null when the build has no such file. Each file is read once. The folder
 * is below the working directory, as for the server that sends these files.
 */
export function readBuiltStyle(href: string): string | null {
	let text = texts.get(href);
	if (text === undefined) {
		// React Router adds an empty fragment to the address of a style that two routes share.
		text = readIfPresent(path.join('build/client', href.replace(/#$/, '')));
		texts.set(href, text);
	}
	return text;
}

function readIfPresent(file: string): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
