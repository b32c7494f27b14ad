import { z } from 'zod';
import { eventDetailSchema } from '~/domain/events/schema.ts';
import { pollSchema } from '~/domain/polls/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import {
	choosePollTime,
	createPoll,
	listPolls,
	readPollView,
	saveVotes,
	updatePoll,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';

const times = [
	{ date: '2031-03-07T20:30:00-05:00', duration: 180 },
	{ date: '2031-03-14T20:30:00-05:00', duration: 180 },
];

export const pollCalls = [
	defineCall('GET /api/polls', {
		summary: 'List the last 100 polls about a date, those without a date first',
		description:
			'The times of a poll begin with the best: by the groups that can play with the storytellers and players who said yes, then by yes, then by if need be. Members who have left are not counted.',
		operation: listPolls,
		responses: { 200: z.array(pollSchema) },
	}),
	defineCall('GET /api/polls/{pollId}', {
		summary: 'Get one poll',
		operation: readPollView,
		responses: { 200: pollSchema },
	}),
	defineCall('POST /api/polls', {
		summary: 'Ask for the date of an event, with up to ten times',
		description: 'Players answer until `answer_by`, which must be before the first time.',
		operation: createPoll,
		responses: { 201: pollSchema },
		refusalStatuses: [409],
		example: { title: 'Autumn Fair', times, answer_by: '2031-03-01T12:00:00Z', location: 'Town Square' },
	}),
	defineCall('PUT /api/polls/{pollId}', {
		summary: 'Change a poll; a time that stays keeps its answers',
		description: 'A later `answer_by` opens a closed poll again.',
		operation: updatePoll,
		responses: { 200: pollSchema },
		conflict: z.object({ current: pollSchema.optional() }),
		example: { title: 'Winter Fair', location: 'The Hearth' },
	}),
	defineCall('DELETE /api/polls/{pollId}', {
		summary: 'Withdraw a poll',
		operation: withdrawPoll,
		responses: { 200: pollSchema },
		refusalStatuses: [409],
	}),
	defineCall('PUT /api/polls/{pollId}/votes', {
		summary: 'Answer times of a poll; the other answers stay',
		operation: saveVotes,
		responses: { 200: pollSchema },
		refusalStatuses: [409],
		example: { votes: [{ time_id: '$TIME_ID', answer: 'if_needed' }] },
	}),
	defineCall('POST /api/polls/{pollId}/choose', {
		summary: 'Choose the date of a poll, which makes the event',
		description:
			'Users who said yes are signed up as confirmed, those who said if need be as tentative, in the order of their first answers.',
		operation: choosePollTime,
		responses: { 201: eventDetailSchema },
		refusalStatuses: [409],
		example: { time_id: '$TIME_ID' },
	}),
];
