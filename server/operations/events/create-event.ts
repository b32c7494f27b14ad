import { EVENT_TEXTS } from '~/domain/events/fields.ts';
import { createEventInput, renameMinimum } from '~/domain/events/input.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { FORM_QUESTIONS } from '~/domain/events/start-questions.ts';
import { invalid } from '~/domain/refusal.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineOperation } from '../kernel/operation.ts';
import { requireAcceptedStart } from './ask-start-questions.ts';
import { selectEventDetail } from './queries.ts';
import { insertEvent } from './save-event.ts';
import { insertSeries } from './start-series.ts';
import { chooseImage } from './upload-image.ts';

/**
 * Creates an active event (POST /api/events). With a key, a repeat returns the event of the first request.
 * Throws Refusal 'invalid' when the date is before today in the event's own time zone, a storyteller does not
 * have the role, the image is not valid, or a question about the start is not answered (`requireAcceptedStart`); 'missing' when the event of a repeat has been deleted; 'conflict'
 * when the key was used for another event; 'unavailable' when too many images are being decoded.
 */
export const createEvent = defineOperation({
	allow: 'events.create',
	input: createEventInput,
	async handle({ actor, input, now }): Promise<EventDetail> {
		const { idempotencyKey: key, image, imageHash, series, accepted, ...fields } = renameMinimum(input);
		if (getToday(fields.timezone, fields.date) < getToday(fields.timezone, now)) {
			throw invalid({ date: [EVENT_TEXTS.beforeToday] });
		}
		const chosenImage = await chooseImage({ image, imageHash });
		return inJobTransaction(async (transaction) => {
			const context = { actor, now, transaction };
			const once = { key, request: { ...fields, series, image: chosenImage?.hash ?? null } };
			const { eventId } = await doOnce('events.create', once, context, async () => {
				const asked = { planned: fields, before: null, accepted, kinds: FORM_QUESTIONS };
				await requireAcceptedStart(asked, context);
				const created = await insertEvent(
					{ ...fields, creatorId: actor.id, isOfSeries: series !== undefined },
					chosenImage,
					now,
					transaction,
				);
				if (series) await insertSeries(created.eventId, series, now, transaction);
				await recordAudit('events.create', { type: 'event', id: created.eventId }, context);
				return created;
			});
			return selectEventDetail(actor, eventId, transaction);
		});
	},
});
