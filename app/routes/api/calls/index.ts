import { z } from 'zod';
import type { Call } from '~/server/http/calls.ts';
import type { PublicRoute } from '~/server/http/openapi.ts';
import { adminCalls, adminToolCalls } from './admin.ts';
import { discordCalls } from './discord.ts';
import { commentCalls, eventCalls } from './events.ts';
import { groupCalls } from './groups.ts';
import { pollCalls } from './polls.ts';
import { scriptCalls } from './scripts.ts';
import { signupCalls } from './signups.ts';
import { testEnvironmentCalls } from './test-environment.ts';
import { authCalls, userCalls } from './users.ts';

/** All calls of /api. A test fails when a route is missing here, because the document would lack it too. */
export const apiCalls: readonly Call[] = [
	...authCalls,
	...eventCalls,
	...signupCalls,
	...commentCalls,
	...groupCalls,
	...pollCalls,
	...scriptCalls,
	...userCalls,
	...discordCalls,
	...adminCalls,
	...adminToolCalls,
	...testEnvironmentCalls,
];

/** The public addresses that run no operation. */
export const publicRoutes: readonly PublicRoute[] = [
	{
		method: 'GET',
		path: '/api/auth/discord',
		summary: 'Start a sign-in; a browser that requests a page is redirected to Discord',
		responses: { 200: z.object({ authUrl: z.string() }) },
		refusalStatuses: [503],
	},
	{
		method: 'GET',
		path: '/api/openapi.json',
		summary: 'Get this document',
		responses: { 200: z.looseObject({ openapi: z.string() }) },
		refusalStatuses: [],
	},
];
