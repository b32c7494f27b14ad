import { z } from 'zod';
import { formatNumber } from '../format-count.ts';
import { idempotencyKey } from '../inputs.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { cleanLine, createParagraphSchema } from '../text.ts';
import { REMINDER_WAYS } from '../users/reminders.ts';
import { readAudience, toAudience } from './player-messages.ts';

const AUDIENCE_TEXT = 'Choose who gets the message';
const groupId = z.string(AUDIENCE_TEXT).min(1, AUDIENCE_TEXT).max(TEXT_LIMITS.groupId, AUDIENCE_TEXT);
const audience = z.union([z.enum(['players', 'waiting']), z.object({ group: groupId })], AUDIENCE_TEXT);

const tooLong = `A message can have at most ${formatNumber(TEXT_LIMITS.playerMessage)} characters`;

/** A message to users of an event (POST /api/events/{id}/messages). A text without visible characters counts as empty. */
export const playerMessageInput = z.object({
	to: audience.transform(toAudience),
	text: createParagraphSchema(TEXT_LIMITS.playerMessage, tooLong).refine(
		(text) => cleanLine(text) !== '',
		'Please write something',
	),
	way: z.enum(REMINDER_WAYS, 'Choose direct or thread'),
	idempotencyKey,
});
export type PlayerMessage = Omit<z.output<typeof playerMessageInput>, 'idempotencyKey'>;

/** Query of GET /api/events/{id}/messages: `players`, `waiting`, or `group:` and the id of a group. */
export const audienceQuery = z.object({
	to: z.string(AUDIENCE_TEXT).transform(readAudience).pipe(audience).transform(toAudience),
});

/** How many users get a message. */
export const recipientsSchema = z.object({ recipients: z.number() }).meta({ id: 'MessageRecipients' });
