import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { type Operation, type OperationArguments, perform } from '../operations/kernel/operation.ts';
import { getOperationContext, getRequestFacts } from './context.ts';
import { jsonError } from './responses.ts';

/** Returns a response without a body that must not be cached, for an image that is refused. */
export function createEmptyResponse(status: number, headers: HeadersInit = {}): Response {
	const emptyHeaders = new Headers(headers);
	emptyHeaders.set('Cache-Control', 'no-store');
	return new Response(null, { status, headers: emptyHeaders });
}

/**
 * Returns the response for any error of an asset: the status of its refusal and Retry-After, without a text.
 */
export function assetError(error: unknown, requestId: string): Response {
	const { status, headers } = jsonError(error, requestId);
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
	toResponse: (value: Result) => Response,
): Promise<Response> {
	try {
		return toResponse(await perform(operation, getOperationContext(context), args));
	} catch (error) {
		return assetError(error, getRequestFacts(context).id);
	}
}
