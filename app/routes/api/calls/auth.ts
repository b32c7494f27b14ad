import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { userSchema } from '~/domain/users/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { signOutBrowser } from '~/server/http/context.ts';
import { logOut, readMe, updateUsername } from '~/server/operations/users/index.ts';
import { messageSchema } from './schemas.ts';

const me = defineCall('GET /api/auth/me', {
	summary: 'Get the signed-in user',
	description: 'Sets the XSRF-TOKEN cookie, which write requests with a session cookie need.',
	operation: readMe,
	responses: { 200: userSchema },
});

const logout = defineCall('POST /api/auth/logout', {
	summary: 'Log out: end the current session',
	operation: logOut,
	bodyLimit: BODY_LIMITS.tiny,
	// Logging out ignores the request body.
	inputSource: 'nothing',
	serverFields: { sessionId: signOutBrowser },
	responses: { 200: messageSchema },
});

const rename = defineCall('PUT /api/auth/update-username', {
	summary: 'Set your preferred username; an empty one restores the Discord name',
	operation: updateUsername,
	responses: { 200: z.object({ user: userSchema }) },
	example: { preferredUsername: 'Priya' },
});

export const authCalls = [me, logout, rename];
