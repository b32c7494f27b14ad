import { isRouteErrorResponse } from 'react-router';

/** Whether an error page says 404: both what a loader throws (on the server) and what a boundary gets. */
export function isMissing(error: unknown): boolean {
	if (isRouteErrorResponse(error)) return error.status === 404;
	return (
		typeof error === 'object' &&
		error !== null &&
		'init' in error &&
		(error.init as ResponseInit | null)?.status === 404
	);
}
