import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * What Node, React and PostgreSQL can do on this machine without an app: two limits of `npm run bench -- pages`.
 * `cards` renders 30 plain event cards as often as it can; `server` serves an event and its signups as JSON.
 */
export type CardsTask = { seconds: number };
export type CardsResult = { count: number; seconds: number };
export type ServerTask = { databaseUrl: string; eventId: string };

const [, , kind] = process.argv;
process.on('message', async (task) => {
	process.send?.(kind === 'cards' ? renderCards(task as CardsTask) : await startServer(task as ServerTask));
});

function renderCards({ seconds }: CardsTask): CardsResult {
	const start = performance.now();
	let count = 0;
	for (const end = start + seconds * 1_000; performance.now() < end; count += 1) renderToString(h(CardList));
	return { count, seconds: (performance.now() - start) / 1_000 };
}

function CardList() {
	return h(
		'main',
		null,
		Array.from({ length: 30 }, (_, index) => h(Card, { key: index, id: index })),
	);
}

/** The contents of a card of the event list, in as few elements as possible. */
function Card({ id }: { id: number }) {
	return h(
		'article',
		{ id: `event-${id}`, className: 'card', 'aria-labelledby': `event-${id}-title` },
		h('time', { dateTime: '2026-06-02' }, h('b', null, 'Jun'), h('b', null, id)),
		h('span', { className: 'badge' }, 'In 1 day'),
		h('h3', { id: `event-${id}-title` }, h('a', { href: `/events/${id}` }, `Game night ${id}`)),
		h(
			'p',
			null,
			h('time', { dateTime: '2026-06-02T18:30:00.000Z' }, 'Tue, 8:30 PM Eastern'),
			h('span', null, 'Wed, 2:30 AM your time'),
		),
		h('p', null, 'Voice channel “The Hearth”'),
		h('p', { className: 'text' }, 'Bring tea, your best poker face and your worst alibi.'),
		h('ul', null, ...['12 confirmed', '3 tentative', '2 late'].map((text) => h('li', { key: text }, text))),
		h('p', { className: 'creator' }, 'by Villager 10'),
		h(
			'details',
			null,
			h('summary', null, 'Sign up'),
			h(
				'form',
				{ method: 'post', action: '/events' },
				h('input', { type: 'hidden', name: 'intent', value: 'signups.put' }),
				h('input', { type: 'hidden', name: 'eventId', value: id }),
				['Confirm', 'Late', 'Maybe', 'Decline'].map((label) =>
					h('button', { type: 'submit', key: label, name: 'status', value: label }, label),
				),
			),
		),
		h('a', { href: `/events/${id}` }, 'View Details'),
	);
}

async function startServer({ databaseUrl, eventId }: ServerTask): Promise<string> {
	const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
	const server = createServer(async (_, response) => {
		const { rows } = await pool.query({
			name: 'event',
			text: `SELECT e.id, e.title, e.description, e.date, e.location, s.id AS signup_id, s.status, s.notes, u.username, u.avatar
				FROM events e JOIN signups s ON s.event_id = e.id JOIN users u ON u.id = s.user_id WHERE e.id = $1 ORDER BY s.id`,
			values: [eventId],
		});
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows));
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
