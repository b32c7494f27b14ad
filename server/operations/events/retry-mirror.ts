import { z } from 'zod';
import { DiscordMirror, type Event } from '~/database/models/index.ts';
import { canRetryMirror } from '~/domain/discord/mirror-plan.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { idempotencyKey } from '~/domain/inputs.ts';
import { conflict } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineChange } from '../kernel/operation.ts';
import { restartMirror } from '../mirror/index.ts';
import { selectEventDetail } from './queries.ts';

/**
 * Retries the mirror of an event at once; an event that was deleted on Discord is created there again
 * (POST /api/events/{id}/mirror). A synced mirror does not change. Throws Refusal 'missing' when no such
 * event exists, 'conflict' when it has no mirror, or was deleted on Discord and is not active.
 */
export const retryMirror = defineChange({
	allow: 'events.retryMirror',
	params: ['eventId'],
	input: z.object({ idempotencyKey }),
	inTransaction: inJobTransaction,
	async work({
		actor,
		params: { eventId },
		input: { idempotencyKey: key },
		now,
		transaction,
		context,
	}): Promise<EventDetail> {
		await doOnce('events.retryMirror', { key, request: { eventId } }, context, async () => {
			const event = await lockEvent(eventId, transaction);
			const mirror = await DiscordMirror.findByPk(event.id, {
				transaction,
				lock: transaction.LOCK.UPDATE,
			});
			if (!mirror) throw conflict("This event isn't on Discord.");
			requireRetryable(mirror, event);
			if (mirror.state === 'synced') return {};
			await restartMirror(mirror, transaction, now);
			await recordAudit('events.retryMirror', { type: 'event', id: mirror.eventId }, context);
			return {};
		});
		return selectEventDetail(actor, eventId, transaction);
	},
});

/** Throws Refusal 'conflict' when the mirror was deleted on Discord and its event is not active. */
export function requireRetryable(mirror: DiscordMirror, event: Event | null): void {
	if (mirror.state !== 'synced' && !canRetryMirror(mirror.state, event?.status ?? null)) {
		throw conflict('Only active events can be posted to Discord again.');
	}
}
