import { z } from 'zod';
import { signupHistorySchema, signupSchema } from '~/domain/signups/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { listOwnSignups, putSignup, removeSignup, updateSignup } from '~/server/operations/signups/index.ts';
import { messageSchema } from './answers.ts';

const put = defineCall('POST /api/events/{eventId}/signup', {
	summary: 'Answer for an event, or change your answer',
	description: '201 for a first answer, 200 for a changed one.',
	operation: putSignup,
	answers: { 201: signupSchema, 200: signupSchema },
	refuses: [409],
	shape: ({ signup, created }) => ({ body: signup, status: created ? 201 : 200 }),
	example: { status: 'confirmed', notes: 'I bring biscuits.' },
});

const remove = defineCall('DELETE /api/events/{eventId}/signup', {
	summary: 'Take your answer back',
	operation: removeSignup,
	answers: { 200: messageSchema },
	refuses: [409],
});

const update = defineCall('PUT /api/events/{eventId}/signups/{signupId}', {
	summary: 'Change one answer: your own, or as a creator anybody’s',
	operation: updateSignup,
	answers: { 200: signupSchema },
	refuses: [409],
	example: { status: 'late', notes: 'The train.' },
});

const own = defineCall('GET /api/events/user/signups', {
	summary: 'Your own answers, latest night first',
	operation: listOwnSignups,
	answers: { 200: z.array(signupHistorySchema) },
});

export const signupCalls = [put, remove, update, own];
