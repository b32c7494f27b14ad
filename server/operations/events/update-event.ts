import type { Transaction } from 'sequelize';
import { renameMinimum, updateEventInput } from '~/domain/events/input.ts';
import { FORM_QUESTIONS } from '~/domain/events/start-questions.ts';
import { invalid } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { endAnnouncement, startAnnouncement } from '../announcements/index.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { listEditQuestions } from './ask-start-questions.ts';
import { changeFollowing } from './change-following.ts';
import { selectEventDetail } from './queries.ts';
import { lockFromEvent, lockSeries, selectOccurrence } from './read-series.ts';
import {
	type ChangedEvent,
	changesPlaces,
	reachesDiscord,
	requireVersion,
	saveEdit,
	setChange,
} from './save-event.ts';
import { chooseImage, getImageId } from './upload-image.ts';

/**
 * Changes the given fields of an event and updates its mirror (PUT /api/events/{id}). A completed event that is moved
 * to the future becomes active again. A request that would change nothing is accepted and changes nothing, even with a
 * stale version (a double click). With the scope 'following', all later events of its series change too
 * (`planFollowing`). A change of the date or of the number of places can be undone. Throws Refusal 'missing' when no
 * such event exists, 'conflict' when `version` is stale (with the saved event as `current`) or the event does not
 * repeat, 'invalid' when a storyteller does not have the role, the image is not valid, the series would begin before
 * the event before it, a question about the start is not answered (`listEditQuestions`), or more users have a place
 * than there will be and `over_capacity` is 'ask', 'unavailable' when too many images are being decoded.
 */
export const updateEvent = defineOperation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ actor, params, input, now }): Promise<ChangedEvent> {
		const { image, imageHash, storytellerIds, version, announce, over_capacity, scope, accepted, ...fields } =
			renameMinimum(input);
		const chosenImage = await chooseImage({ image, imageHash });
		return inJobTransaction(async (transaction) => {
			const context = { actor, now, transaction };
			const series = scope === 'following' ? await lockSeries(params.eventId, transaction) : null;
			if (series) await lockFromEvent(params.eventId, transaction);
			const event = await lockEvent(params.eventId, transaction);
			const saved = await selectEventDetail(actor, event.id, transaction);
			const before = series && (await selectOccurrence(event.id, transaction));
			const imageId = chosenImage ? await getImageId(chosenImage, transaction) : image;
			const change = { fields: { ...fields, ...(imageId !== undefined && { imageId }) }, storytellerIds };
			const changed = setChange(event, saved, change);
			if (await changeAnnouncement(event.id, announce, { now, transaction })) changed.push('announcement');
			if (changed.length === 0)
				return {
					event: saved,
					discordUpdated: await reachesDiscord(event, event.status, context),
					removedMarks: 0,
				};
			await requireVersion(version, saved, context);
			const asked = { accepted, storytellerIds, kinds: FORM_QUESTIONS };
			const open = await listEditQuestions(event, saved, asked, context);
			const questions: string[] = [];
			const choice = { overCapacity: over_capacity, questions };
			const save = async (): Promise<ChangedEvent> => {
				const result = await saveEdit(event, saved, { changed, storytellerIds, ...choice }, context);
				if (series && before) await changeFollowing(series, before, { ...context, ...choice });
				// Nothing is saved until the user has answered all questions, which are asked together.
				const fields = { ...open, ...(questions.length > 0 && { over_capacity: questions }) };
				if (Object.keys(fields).length > 0) throw invalid(fields);
				if (!series) return result;
				return { ...result, event: await selectEventDetail(actor, event.id, transaction) };
			};
			return changesPlaces(event, changed) || changed.includes('date')
				? keepForUndo('events.update', context, save)
				: save();
		});
	},
});

/** Requests or ends the announcement of an event and returns whether that is a change; undefined changes nothing. */
async function changeAnnouncement(
	eventId: string,
	announce: boolean | undefined,
	{ now, transaction }: { now: Date; transaction: Transaction },
): Promise<boolean> {
	if (announce === undefined) return false;
	return announce ? startAnnouncement(eventId, transaction, now) : endAnnouncement(eventId, transaction, now);
}
