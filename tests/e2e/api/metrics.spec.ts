import { expect, METRICS_TOKEN, test } from '../support/own-app.ts';

test('requests are counted by the pattern of their route, whatever their address contains', async ({
	server,
}) => {
	const { app } = server;
	const addresses = [
		'/events/4711',
		'/EVENTS/4711/',
		'/api/events/4711/signups/12',
		'/nowhere/4711',
		'/api/4711',
		'/',
	];
	for (const address of addresses) await fetch(app.url + address, { redirect: 'manual' });
	const response = await fetch(`${app.url}/metrics`, {
		headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
	});
	const text = await response.text();
	const routes = [...text.matchAll(/^townbell_request_seconds_count\{route="([^"]*)"/gm)].map(
		([, route]) => route,
	);
	expect(new Set(routes)).toEqual(
		new Set(['/events/:eventId', '/api/events/:eventId/signups/:signupId', '/*', '/api/*', '/', '/readyz']),
	);
	// A value, such as a time, may contain these digits by chance.
	const withoutValues = text.replaceAll(/ [\d.e+-]+$/gm, '');
	expect(withoutValues).not.toContain('4711');
	expect(text).toMatch(/^townbell_ready 1$/m);
	expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
});
