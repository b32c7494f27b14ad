/** The text of a 403 that `submit` threw as an error page; null for any other error. */
export function readDenied(error: unknown): string | null {
	if (typeof error !== 'object' || error === null || !('init' in error) || !('data' in error)) return null;
	const { init, data } = error as { init: ResponseInit | null; data: { text?: unknown } | null };
	return init?.status === 403 && typeof data?.text === 'string' ? data.text : null;
}
