import { z } from 'zod';
import { regularInput } from '~/domain/events/series-schema.ts';
import { NO_FORM_FIELDS, signupHistorySchema, signupSchema } from '~/domain/signups/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { answerOffer, callStandbysOfEvent, movePlace } from '~/server/operations/places/index.ts';
import {
	addSignup,
	endRegular,
	listOwnSignups,
	putSignup,
	removeSignup,
	setRegular,
	updateSignup,
} from '~/server/operations/signups/index.ts';
import { messageSchema } from './schemas.ts';

export const signupCalls = [
	defineCall('POST /api/events/{eventId}/signup', {
		summary: 'Create or update your signup for an event',
		description: '201 for a new signup, 200 for an updated one.',
		operation: putSignup,
		serverFields: NO_FORM_FIELDS,
		responses: { 201: signupSchema, 200: signupSchema },
		refusalStatuses: [409],
		toResponse: ({ signup, created }) => ({ body: signup, status: created ? 201 : 200 }),
		example: { status: 'confirmed', notes: "I'm bringing cookies." },
	}),
	defineCall('POST /api/events/{eventId}/signups', {
		summary: 'Sign another user up for an event, or change their signup',
		description: '201 for a new signup, 200 for an updated one. A user who is new gets a direct message.',
		operation: addSignup,
		responses: { 201: signupSchema, 200: signupSchema },
		refusalStatuses: [409],
		toResponse: ({ signup, created }) => ({ body: signup, status: created ? 201 : 200 }),
		example: { user_id: '$USER_ID', status: 'confirmed', notes: 'Asked me by phone.' },
	}),
	defineCall('DELETE /api/events/{eventId}/signup', {
		summary: 'Delete your signup',
		operation: removeSignup,
		responses: { 200: messageSchema },
	}),
	defineCall('PUT /api/events/{eventId}/signups/{signupId}', {
		summary: 'Update a signup: your own, or any signup as a creator',
		operation: updateSignup,
		serverFields: NO_FORM_FIELDS,
		responses: { 200: signupSchema },
		refusalStatuses: [409],
		example: { status: 'late', notes: 'My train is late.' },
	}),
	defineCall('GET /api/events/user/signups', {
		summary: 'List your own signups, latest event first',
		operation: listOwnSignups,
		responses: { 200: z.array(signupHistorySchema) },
	}),
	defineCall('POST /api/events/{eventId}/place', {
		summary: 'Take the place that is offered to you, or pass on one that is offered or yours',
		operation: answerOffer,
		responses: { 200: signupSchema },
		refusalStatuses: [409],
		example: { accept: true },
	}),
	defineCall('POST /api/events/{eventId}/standbys', {
		summary: 'Ask tentative users who come when more players are needed, as many as are needed',
		operation: callStandbysOfEvent,
		responses: { 202: z.object({ recipients: z.number() }) },
		refusalStatuses: [409],
	}),
	defineCall('PUT /api/events/{eventId}/signups/{signupId}/place', {
		summary: 'Give a signup a place beyond the capacity, or move it to the waitlist',
		operation: movePlace,
		responses: { 200: signupSchema },
		refusalStatuses: [409],
		example: { place: 'placed', reason: 'She brings the game.' },
	}),
	defineCall('PUT /api/events/{eventId}/regular', {
		summary: 'Sign up for this and all later events of a series',
		description:
			'Signups that you have stay. You are signed up for each new event and get a message; with a number of places, regulars take at most half of them.',
		operation: setRegular,
		responses: { 200: regularInput.meta({ id: 'RegularSignup' }) },
		refusalStatuses: [409],
		example: { status: 'confirmed' },
	}),
	defineCall('DELETE /api/events/{eventId}/regular', {
		summary: 'No longer sign up for new events of a series; your signups stay',
		operation: endRegular,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
];
