import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { userSchema } from '~/domain/people/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { forgetSession } from '~/server/http/sign-out.ts';
import { logOut, readMe, updateUsername } from '~/server/operations/users/index.ts';
import { messageSchema } from './answers.ts';

const me = defineCall('GET /api/auth/me', {
	summary: 'Who is signed in',
	description: 'Brings the XSRF-TOKEN cookie that writes with a session cookie need.',
	operation: readMe,
	answers: { 200: userSchema },
});

const logout = defineCall('POST /api/auth/logout', {
	summary: 'End the session that sends this',
	operation: logOut,
	bodyLimit: BODY_LIMITS.tiny,
	// Logging out ignores the request body.
	reads: 'nothing',
	facts: { sessionId: forgetSession },
	answers: { 200: messageSchema },
});

const rename = defineCall('PUT /api/auth/update-username', {
	summary: 'Choose what you are called; an empty name is the one of Discord again',
	operation: updateUsername,
	answers: { 200: z.object({ user: userSchema }) },
	example: { preferredUsername: 'Priya' },
});

export const authCalls = [me, logout, rename];
