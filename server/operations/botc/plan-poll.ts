import { z } from 'zod';
import {
	EMPTY_POLL_DRAFT,
	type PlannedPoll,
	readPollDraft,
	typedPollInput,
} from '~/domain/discord/poll-draft.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { defineOperation, perform } from '../kernel/operation.ts';
import { createPoll, readPollView } from '../polls/index.ts';
import {
	changeDraft,
	type DraftRow,
	defineDraftModals,
	getDraft,
	insertDraft,
	toFormKey,
} from './save-draft.ts';

/** A draft as its creator sees it below the modal: what would be asked, or what is wrong. */
export type PollDraftView = { id: string; planned: PlannedPoll | null; errors: readonly string[] };

/** Show the member's draft of a new poll, or an empty one; and a draft again (`defineDraftModals`). */
export const { openNew: openNewPollDraft, reopen: reopenPollDraft } = defineDraftModals(
	'poll',
	EMPTY_POLL_DRAFT,
);

/** Stores what was typed, in a draft or in a new one. Throws Refusal 'missing' when the actor has no such draft. */
export const saveTypedPoll = defineOperation({
	allow: 'botc.plan',
	input: z.object({ draftId: z.string().optional(), typed: typedPollInput }),
	async handle({ actor, input: { draftId, typed }, now }): Promise<PollDraftView> {
		const row = draftId
			? await changeDraft('poll', draftId, typed, { actor, now })
			: await insertDraft<'poll'>(typed, null, { actor, now });
		return toView(row, now);
	},
});

/** The poll that a draft became, or what has to be corrected before. */
export type PollDraftOutcome = { poll: PollView; view: null } | { poll: null; view: PollDraftView };

/**
 * Creates the poll of a draft, once however often it is called. Throws Refusal 'missing' when the actor has no such draft, and
 * as `polls.create` does.
 */
export const savePollDraft = defineOperation({
	allow: 'botc.plan',
	params: ['draftId'],
	async handle({ actor, params: { draftId }, now }): Promise<PollDraftOutcome> {
		const row = await getDraft('poll', draftId, { actor, now });
		if (row.saved_id) {
			const params = { pollId: row.saved_id };
			return { poll: await perform(readPollView, { actor, now }, { params }), view: null };
		}
		const view = toView(row, now);
		if (!view.planned) return { poll: null, view };
		const body = { ...view.planned, idempotencyKey: toFormKey(row) };
		return { poll: await perform(createPoll, { actor, now }, { read: () => body }), view: null };
	},
});

function toView({ id, draft, changed_at: typedAt }: DraftRow<'poll'>, now: Date): PollDraftView {
	const { planned, errors } = readPollDraft(draft, { typedAt, now });
	return { id, planned, errors: errors ?? [] };
}
