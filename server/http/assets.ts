import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { type Operation, type OperationArguments, perform } from '../operations/kernel/operation.ts';
import { jsonError } from './answers.ts';
import { callerOf, factsOf } from './context.ts';

/** An answer without a body, not to be kept: what a refused picture is to a page. */
export function bareRefusal(status: number, headers: HeadersInit = {}): Response {
	const bare = new Headers(headers);
	bare.set('Cache-Control', 'no-store');
	return new Response(null, { status, headers: bare });
}

/** Any error as an asset's answer: the status of its refusal and when to try again, no words. */
export function assetError(error: unknown, requestId: string): Response {
	const { status, headers } = jsonError(error, requestId);
	const retryAfter = headers.get('Retry-After');
	return bareRefusal(status, retryAfter ? { 'Retry-After': retryAfter } : {});
}

/** An asset's route runs an operation; `shape` makes the file's answer of what it gives. */
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
