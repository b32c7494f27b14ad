import { listAddresses } from '../support/addresses.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, type CreatedUser, createSignup, createUser, getSharedPool } from '../support/rows.ts';

/** A state of the roll call that no text of the site contains. */
const STATE = 'left_early';
const STREAMS = /^\/(live|logout)\b/;

/** Returns the addresses that a GET can read of one event, and those without an event; of pages also their data. */
const listReadable = (eventId: string): string[] =>
	listAddresses()
		.map(({ address, isPage }) => ({ isPage, path: address.replace('{eventId}', eventId) }))
		.filter(({ path }) => !/[{*]/.test(path) && !STREAMS.test(path))
		.flatMap(({ path, isPage }) => (isPage ? [path, path === '/' ? '/_root.data' : `${path}.data`] : [path]));

test('the roll call of another user is read by the storyteller and by creators only', async ({
	api,
	baseURL,
}) => {
	const [ada, other, storyteller, stranger] = await Promise.all([
		createUser(),
		createUser(),
		createUser({ role: 'storyteller' }),
		createUser({ role: 'storyteller' }),
	]);
	const creator = await createUser({ role: 'creator' });
	const event = await addEventRow({ date: new Date(Date.now() - 3_600_000) });
	for (const { id } of [ada, other]) await createSignup(event.id, id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [ada, other], storyteller },
		{ name: 'Bats', storyteller: stranger },
	]);
	await getSharedPool().query('INSERT INTO attendance (event_id, user_id, state) VALUES ($1, $2, $3)', [
		event.id,
		ada.id,
		STATE,
	]);
	const own = [`/api/events/${event.id}/attendance`, `/events/${event.id}.data`, '/profile/export'];
	const form = [`/events/${event.id}/attendance`, `/events/${event.id}/attendance.data`];
	const findReaders = async (user: CreatedUser, paths = listReadable(event.id)) => {
		const client = await api(user);
		const found: string[] = [];
		for (const path of paths) {
			const response = await client.get(path, { maxRedirects: 0 });
			if ((await response.text()).includes(STATE)) found.push(path);
		}
		return found.filter((path) => !path.startsWith('/api/docs') && path !== '/api/openapi.json').sort();
	};
	expect(await findReaders(other)).toEqual([]);
	expect(await findReaders(stranger)).toEqual([]);
	for (const user of [storyteller, creator])
		expect(await findReaders(user)).toEqual([`/api/events/${event.id}/attendance`, ...form].sort());
	// An open page hears that something has changed, and nothing else.
	const headers = { Authorization: `Bearer ${other.token}` };
	const stream = await fetch(`${baseURL}/live?events=${event.id}`, { headers });
	const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
	const saved = await (await api(storyteller)).put(`/api/events/${event.id}/attendance`, {
		data: { attendance: [{ user_id: ada.id, state: 'excused' }] },
	});
	expect(saved.status()).toBe(200);
	await createSignup(event.id, stranger.id, 'late');
	let heard = '';
	while (!heard.includes('event: changed')) heard += (await reader?.read())?.value ?? '';
	await reader?.cancel();
	expect(heard).not.toMatch(new RegExp(`${STATE}|excused|attendance|${ada.username}`));
	await getSharedPool().query('UPDATE attendance SET state = $1 WHERE event_id = $2', [STATE, event.id]);
	// The player's own entry is where it should be, so the probe finds entries.
	expect(await findReaders(ada, own)).toEqual(own.toSorted());
});
