import { z } from 'zod';
import { BULK_BUDGET_MS } from '~/database/connection.ts';
import {
	type ImportableEvent,
	type ImportResult,
	importInput,
	orderImportable,
} from '~/domain/discord/import.ts';
import { missing } from '~/domain/refusal.ts';
import { askDiscord } from '../../discord/errors.ts';
import { findDiscordEvent, listDiscordEvents } from '../../discord/scheduled-events.ts';
import { type ImportRunView, toImportableEvent } from '../../wire/discord-events.ts';
import { isId, operation } from '../kernel/operation.ts';
import { findImported } from './imported-events.ts';
import { awaitRun, claimRun, findRun, listImporting, retakeRun } from './runs.ts';
import { carryOutImport, carryOutInBackground } from './work.ts';

/**
 * GET /api/admin/discord-events: what Discord lists, what can be imported first, and which of it is being imported just
 * now. Refuses: 502 with what is wrong at Discord.
 */
export const listImportable = operation({
	allow: 'discord.listEvents',
	input: z.object({}),
	async handle(): Promise<{ events: ImportableEvent[]; importing: string[] }> {
		const remotes = await askDiscord(listDiscordEvents);
		const imported = await askDiscord(() => findImported(remotes));
		return {
			events: orderImportable(remotes.map((remote) => toImportableEvent(remote, imported.has(remote.id)))),
			importing: await listImporting(),
		};
	},
});

/** One event of Discord's, for the question before its import. Refuses: 404; 502. */
export const readImportable = operation({
	allow: 'discord.listEvents',
	params: ['discordEventId'],
	input: z.object({}),
	async handle({ params }): Promise<ImportableEvent> {
		if (!importInput.shape.discordEventId.safeParse(params.discordEventId).success) {
			throw missing('Discord event');
		}
		const remote = await askDiscord(() => findDiscordEvent(params.discordEventId));
		if (!remote) throw missing('Discord event');
		const imported = await askDiscord(() => findImported([remote]));
		return toImportableEvent(remote, imported.has(remote.id));
	},
});

/**
 * POST /api/admin/import-discord-event: makes Discord's event one of ours, with everybody who is interested, and waits
 * for it. With a key, a repeat waits for the first time's answer; one that failed is done again.
 * Refuses: 404 Discord has no such event; 409 imported already (with `eventTitle`, `eventId`), not active, or the key
 * was used for another event; 502.
 */
export const importDiscordEvent = operation({
	allow: 'discord.import',
	input: importInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	async handle({ actor, input: { discordEventId, idempotencyKey: key }, now }): Promise<ImportResult> {
		const { runId, isRepeat } = await claimRun({ actor, discordEventId, key, now });
		const earlier = isRepeat ? await awaitRun(runId) : null;
		return earlier ?? carryOutImport({ runId, discordEventId, actor, now });
	},
});

/**
 * The same for a page that shows the progress: answers with the run at once; how it ends is told by `readImportRun`. With a
 * key, a repeat answers the same run, begun anew if it has failed.
 */
export const startDiscordImport = operation({
	allow: 'discord.import',
	input: importInput,
	async handle({ actor, input: { discordEventId, idempotencyKey: key }, now }): Promise<{ runId: string }> {
		const { runId, isRepeat } = await claimRun({ actor, discordEventId, key, now });
		if (!isRepeat || (await retakeRun(runId))) {
			carryOutInBackground({ runId, discordEventId, actor, now });
		}
		return { runId };
	},
});

/** How far an import is. Refuses: 404. */
export const readImportRun = operation({
	allow: 'discord.import',
	params: ['runId'],
	input: z.object({}),
	async handle({ params }): Promise<ImportRunView> {
		const run = isId(params.runId) ? await findRun(params.runId) : null;
		if (!run) throw missing('Import');
		return run;
	},
});
