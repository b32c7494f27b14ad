import { asRefusal } from './status.ts';

/** Whether a browser opened the address and so wants a page, not JSON. */
export const wantsPage = (request: Request): boolean =>
	request.headers.get('Accept')?.includes('text/html') ?? false;

/** Where a sign-in that broke on our side leads: the sign-in screen, which says why in a sentence. */
export function signInFailure(error: unknown): string {
	const kind = asRefusal(error)?.kind;
	if (kind === 'unavailable') return '/?error=asleep';
	return kind === 'tooMany' ? '/?error=busy' : '/?error=start';
}
