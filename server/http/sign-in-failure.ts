import { asRefusal } from './status.ts';

/** Returns whether a browser opened the address and so expects a page, not JSON. */
export const isPageRequest = (request: Request): boolean =>
	request.headers.get('Accept')?.includes('text/html') ?? false;

/** Returns the path after a sign-in that failed on our side: the sign-in screen with the reason as a code. */
export function toSignInErrorPath(error: unknown): string {
	const kind = asRefusal(error)?.kind;
	if (kind === 'unavailable') return '/?error=asleep';
	return kind === 'tooMany' ? '/?error=busy' : '/?error=start';
}
