import { z } from 'zod';
import { eventDetailSchema } from '~/domain/events/schema.ts';
import { POLL_TEXTS, pollSchema } from '~/domain/polls/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { addPollRow, addVotes, closePoll } from '../support/poll-rows.ts';
import { createUser, registerEvent } from '../support/rows.ts';
import { IN_A_MONTH, IN_A_WEEK } from '../support/scenario.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const TIMES = ['20:30', '22:30'].map((time) => ({ date: `${IN_A_MONTH}T${time}:00-05:00`, duration: 120 }));
const ANSWER_BY = `${IN_A_WEEK}T12:00:00-05:00`;

test('a poll in its exact shape: created, listed, read, answered, changed, withdrawn', async ({ api }) => {
	const creator = await createUser({ role: 'creator' });
	const request = await api(creator);
	const data = { title: ' Autumn Fair ', times: TIMES, answer_by: ANSWER_BY, id: '1', status: 'chosen' };
	const poll = await expectShape(await request.post('/api/polls', { data }), 201, pollSchema);
	const path = `/api/polls/${poll.id}`;
	const times = TIMES.map(({ date, duration }) => ({
		...{ id: expect.any(String), date: new Date(date).toISOString(), duration },
		...{ yes: 0, if_needed: 0, no: 0, playable_groups: 0 },
	}));
	expect(poll).toEqual({
		...{ id: expect.any(String), title: 'Autumn Fair', description: '', location: '' },
		...{ timezone: 'America/New_York', answer_by: new Date(ANSWER_BY).toISOString(), status: 'open' },
		...{ event_id: null, version: 1, times, own_votes: [] },
	});
	const player = await api(await createUser());
	const list = await expectShape(await player.get('/api/polls'), 200, z.array(pollSchema));
	expect(list).toContainEqual(poll);
	expect(await expectShape(await player.get(path), 200, pollSchema)).toEqual(poll);
	const votes = [{ time_id: poll.times[1]?.id, answer: 'yes' }];
	const answered = await player.put(`${path}/votes`, { data: { votes } });
	expect(await expectShape(answered, 200, pollSchema)).toMatchObject({
		own_votes: votes,
		times: [{ id: poll.times[1]?.id, yes: 1 }, { yes: 0 }],
	});
	const changed = await request.put(path, { data: { location: 'Town Square', version: 1 } });
	expect(await expectShape(changed, 200, pollSchema)).toMatchObject({ location: 'Town Square', version: 2 });
	const stale = await request.put(path, { data: { title: 'x', version: 1 } });
	const refused = z.object({ error: z.string(), current: pollSchema });
	expect((await expectShape(stale, 409, refused)).current).toMatchObject({
		version: 2,
		location: 'Town Square',
	});
	expect(await expectShape(await request.delete(path), 200, pollSchema)).toMatchObject({
		status: 'withdrawn',
	});
	await expectRefusal(await player.put(`${path}/votes`, { data: { votes } }), 409);
});

test('choosing a time answers with the event; a closed poll takes no answer', async ({ api }) => {
	const creator = await createUser({ role: 'creator' });
	const player = await createUser();
	const poll = await addPollRow({ creatorId: creator.id });
	await addVotes(poll, player.id, 'yes', 'if_needed');
	await closePoll(poll);
	const late = await (await api(player)).put(`/api/polls/${poll.id}/votes`, {
		data: { votes: [{ time_id: poll.timeIds[0], answer: 'no' }] },
	});
	expect(await expectRefusal(late, 409)).toMatchObject({ error: POLL_TEXTS.closed });
	const request = await api(creator);
	const path = `/api/polls/${poll.id}/choose`;
	expect(
		(await expectRefusal(await request.post(path, { data: { time_id: '0' } }), 422)).fieldErrors,
	).toEqual({ time_id: [POLL_TEXTS.otherTime] });
	const chosen = await request.post(path, { data: { time_id: poll.timeIds[1] } });
	const event = await expectShape(chosen, 201, eventDetailSchema);
	registerEvent(event.id);
	expect(event).toMatchObject({ id: poll.id, tentative_count: 1 });
	await expectRefusal(await request.post(path, { data: { time_id: poll.timeIds[0] } }), 409);
	await expectRefusal(await request.post('/api/polls/0/choose', { data: { time_id: '1' } }), 404);
});
