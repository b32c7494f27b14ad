import { isReady } from '~/server/http/health.ts';

/** Returns 200 when the database responds and is migrated, else 503. */
export async function loader() {
	const ready = await isReady();
	return new Response(ready ? 'ready\n' : 'not ready\n', {
		status: ready ? 200 : 503,
		headers: { 'Content-Type': 'text/plain', ...(ready ? {} : { 'Retry-After': '5' }) },
	});
}
