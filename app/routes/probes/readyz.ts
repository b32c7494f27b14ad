import { readReadiness } from '~/server/http/health.ts';

const TEXTS = {
	ready: 'ready\n',
	'read-only': 'ready for reading: the database cannot be written\n',
	'not ready': 'not ready\n',
};

/** Returns 200 when the database responds and is migrated, else 503. The text says when it cannot be written. */
export async function loader() {
	const readiness = await readReadiness();
	const isReady = readiness !== 'not ready';
	return new Response(TEXTS[readiness], {
		status: isReady ? 200 : 503,
		headers: { 'Content-Type': 'text/plain', ...(isReady ? {} : { 'Retry-After': '5' }) },
	});
}
