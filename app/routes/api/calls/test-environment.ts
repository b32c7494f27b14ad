import { testStatusSchema } from '~/domain/test-environment/test-data.ts';
import { defineCall } from '~/server/http/calls.ts';
import { testEnvironment as operations } from '~/server/operations/admin/index.ts';
import { messageSchema } from './schemas.ts';

export const testEnvironmentCalls = [
	/** In production all of these calls return 403, unless `TEST_ENVIRONMENT_ENABLED` is set. */
	defineCall('GET /api/admin/test-environment/status', {
		summary: 'Get the test data’s counts, and the events that test users can be signed up for',
		operation: operations.readTestStatus,
		responses: { 200: testStatusSchema },
	}),
	defineCall('POST /api/admin/test-environment/create-users', {
		summary: 'Create test users until there are thirty',
		operation: operations.createTestUsers,
		responses: { 201: messageSchema },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/admin/test-environment/create-event', {
		summary: 'Create a test event without signups and without a Discord event',
		operation: operations.createTestEvent,
		responses: { 201: messageSchema },
		refusalStatuses: [409],
		example: { title: 'Trial', description: '', daysFromNow: 7 },
	}),
	defineCall('POST /api/admin/test-environment/signup-users', {
		summary: 'Set the test users’ signups for an event to exactly these counts',
		operation: operations.signUpTestUsers,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
		example: { eventId: '$EVENT_ID', signupConfig: { confirmed: 10, tentative: 8, late: 5, declined: 7 } },
	}),
	defineCall('DELETE /api/admin/test-environment/clear-data', {
		summary: 'Delete all test data and nothing else',
		operation: operations.clearTestData,
		responses: { 200: messageSchema },
	}),
	defineCall('POST /api/admin/test-environment/add-preferences', {
		summary: 'Create random preferences for the test users without any',
		operation: operations.addTestPreferences,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/admin/test-environment/regenerate-preferences', {
		summary: 'Replace the test users’ preferences with new random ones',
		operation: operations.regenerateTestPreferences,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
];
