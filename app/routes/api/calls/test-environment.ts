import { testStatusSchema } from '~/domain/test-environment/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { testEnvironment as operations } from '~/server/operations/admin/index.ts';
import { messageSchema } from './answers.ts';

/** In production all of these calls return 403, unless `TEST_ENVIRONMENT_ENABLED` is set. */
const testStatus = defineCall('GET /api/admin/test-environment/status', {
	summary: 'What there is of test data, and events to sign test users up to',
	operation: operations.readTestStatus,
	answers: { 200: testStatusSchema },
});

const createUsers = defineCall('POST /api/admin/test-environment/create-users', {
	summary: 'Top the test users up to thirty',
	operation: operations.createTestUsers,
	answers: { 201: messageSchema },
	refuses: [409],
});

const createTrial = defineCall('POST /api/admin/test-environment/create-event', {
	summary: 'Make a test event; nobody is signed up, and Discord is not told',
	operation: operations.createTestEvent,
	answers: { 201: messageSchema },
	refuses: [409],
	example: { title: 'Trial', description: '', daysFromNow: 7 },
});

const signUpUsers = defineCall('POST /api/admin/test-environment/signup-users', {
	summary: 'Set the test users’ answers to an event to exactly these counts',
	operation: operations.signUpTestUsers,
	answers: { 200: messageSchema },
	refuses: [409],
	example: { eventId: '$EVENT_ID', signupConfig: { confirmed: 10, tentative: 8, late: 5, declined: 7 } },
});

const clearData = defineCall('DELETE /api/admin/test-environment/clear-data', {
	summary: 'Remove all test data, and nothing else',
	operation: operations.clearTestData,
	answers: { 200: messageSchema },
});

const addPreferences = defineCall('POST /api/admin/test-environment/add-preferences', {
	summary: 'Draw preferences for the test users that have none',
	operation: operations.addTestPreferences,
	answers: { 200: messageSchema },
	refuses: [409],
});

const regeneratePreferences = defineCall('POST /api/admin/test-environment/regenerate-preferences', {
	summary: 'Forget the test users’ preferences and draw new ones',
	operation: operations.regenerateTestPreferences,
	answers: { 200: messageSchema },
	refuses: [409],
});

export const testEnvironmentCalls = [
	testStatus,
	createUsers,
	createTrial,
	signUpUsers,
	clearData,
	addPreferences,
	regeneratePreferences,
];
