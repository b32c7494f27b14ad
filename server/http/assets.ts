import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { type Operation, type OperationArguments, perform } from '../operations/kernel/operation.ts';
import { jsonError } from './answers.ts';
import { callerOf, factsOf } from './context.ts';

/** Returns a response without a body that must not be cached, for an image that is refused. */
export function bareRefusal(status: number, headers: HeadersInit = {}): Response {
	const bare = new Headers(headers);
	bare.set('Cache-Control', 'no-store');
	return new Response(null, { status, headers: bare });
}

/**
 * Returns the response for any error of an asset: the status of its refusal and Retry-After, without a text.
 */
export function assetError(error: unknown, requestId: string): Response {
	const { status, headers } = jsonError(error, requestId);
	const retryAfter = headers.get('Retry-After');
	return bareRefusal(status, retryAfter ? { 'Retry-After': retryAfter } : {});
}

/**
 * Runs an operation for the route of an asset and returns the response that `shape` makes of its result.
 * Errors become responses without a body.
 */
export async function answerAsset<Param extends string, Schema extends z.ZodType, Answer>(
	operation: Operation<Param, Schema, Answer>,
	context: Readonly<RouterContextProvider>,
	args: OperationArguments<Param>,
	shape: (value: Answer) => Response,
): Promise<Response> {
	try {
		return shape(await perform(operation, callerOf(context), args));
	} catch (error) {
		return assetError(error, factsOf(context).id);
	}
}
