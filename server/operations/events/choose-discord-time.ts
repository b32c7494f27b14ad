import { z } from 'zod';
import { DiscordMirror } from '~/database/models/index.ts';
import { toMinutes } from '~/domain/discord/mirror-plan.ts';
import { acceptedInput, START_QUESTIONS } from '~/domain/events/start-questions.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineChange } from '../kernel/operation.ts';
import { acceptMovedTimes, renewMirrors } from '../mirror/index.ts';
import { listEditQuestions } from './ask-start-questions.ts';
import { selectEventDetail } from './queries.ts';
import { saveEdit, setChange } from './save-event.ts';

/** `start` and `end` are those that the page has shown. */
const discordTimeInput = z.object({
	time: z.enum(['discord', 'ours'], 'Please choose a time.'),
	start: z.iso.datetime({ offset: true }),
	end: z.iso.datetime({ offset: true }),
	accepted: acceptedInput,
});

/**
 * Decides between our time of an event and the one that a moderator has set on Discord: our event takes Discord's, or ours
 * is sent. Throws Refusal 'missing' when no such event exists, 'conflict' when Discord shows no other time by now, or
 * another one than the page has shown, 'invalid' when a question about Discord's time is not answered (`listEditQuestions`).
 */
export const chooseDiscordTime = defineChange({
	allow: 'events.chooseTime',
	params: ['eventId'],
	input: discordTimeInput,
	inTransaction: inJobTransaction,
	async work({ actor, params, input, now, transaction, context }): Promise<void> {
		const event = await lockEvent(params.eventId, transaction);
		const mirror = await DiscordMirror.findByPk(event.id, { transaction, lock: transaction.LOCK.UPDATE });
		const { movedStart: start, movedEnd: end } = mirror ?? { movedStart: null, movedEnd: null };
		if (!start || !end || event.status !== 'active')
			throw conflict('Discord shows no other time any more, so nothing was changed.');
		if (start.getTime() !== Date.parse(input.start) || end.getTime() !== Date.parse(input.end))
			throw conflict('Discord shows another time now, so nothing was changed. Please choose again.');
		if (input.time === 'discord') {
			const saved = await selectEventDetail(actor, event.id, transaction);
			const fields = { date: start, duration: toMinutes({ start, end }) };
			const changed = setChange(event, saved, { fields });
			// The page shows no other events beside this question.
			const asked = { accepted: input.accepted, kinds: START_QUESTIONS };
			const open = await listEditQuestions(event, saved, asked, context);
			if (Object.keys(open).length > 0) throw invalid(open);
			await saveEdit(event, saved, { changed, questions: [] }, context);
			return;
		}
		await acceptMovedTimes([event.id], transaction);
		await renewMirrors([event.id], transaction, now);
		await recordAudit('events.chooseTime', { type: 'event', id: event.id }, context);
	},
});
