import { isReady } from '~/server/http/health.ts';

/** Returns 200 when the database responds and is migrated, else 503. */
export async function loader() {
	const isDatabaseReady = await isReady();
	return new Response(isDatabaseReady ? 'ready\n' : 'not ready\n', {
		status: isDatabaseReady ? 200 : 503,
		headers: { 'Content-Type': 'text/plain', ...(isDatabaseReady ? {} : { 'Retry-After': '5' }) },
	});
}
