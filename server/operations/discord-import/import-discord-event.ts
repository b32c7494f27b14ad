import { BULK_BUDGET_MS } from '~/database/connection.ts';
import {
	type ImportableEvent,
	type ImportResult,
	importInput,
	sortImportableEvents,
} from '~/domain/discord/import.ts';
import { missing } from '~/domain/refusal.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { findDiscordEvent, listDiscordEvents } from '../../discord/scheduled-events.ts';
import { type ImportRunView, toImportableEvent } from '../../wire/discord-events.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { runImport, runImportInBackground } from './run-import.ts';
import { findImportedEvents, type ImportedEvent } from './save-imported-event.ts';
import { claimRun, findRun, listImporting, restartRun, waitForRun } from './save-run.ts';

/**
 * Returns the events on Discord, those that can be imported first, and the ids of those that are being
 * imported now (GET /api/admin/discord-events). Throws Refusal 'upstream' with the reason when Discord fails.
 */
export const listImportable = defineOperation({
	allow: 'discord.listEvents',
	async handle(): Promise<{ events: ImportableEvent[]; importing: string[] }> {
		const remotes = await callDiscordForUser(listDiscordEvents);
		const imported = await callDiscordForUser(() => findImportedEvents(remotes));
		return {
			events: sortImportableEvents(
				remotes.map((remote) => toImportableEvent(remote, imported.has(remote.id))),
			),
			importing: await listImporting(),
		};
	},
});

/**
 * Returns one Discord event for the confirmation before its import, the event that it was imported as (or null), and
 * whether it repeats on Discord.
 * Throws Refusal 'missing' when Discord has no such event, 'upstream' when Discord fails.
 */
export const readImportable = defineOperation({
	allow: 'discord.listEvents',
	params: ['discordEventId'],
	async handle({
		params,
	}): Promise<{ event: ImportableEvent; importedAs: ImportedEvent | null; isRepeating: boolean }> {
		if (!importInput.shape.discordEventId.safeParse(params.discordEventId).success) {
			throw missing('Discord event');
		}
		const remote = await callDiscordForUser(() => findDiscordEvent(params.discordEventId));
		if (!remote) throw missing('Discord event');
		const imported = await callDiscordForUser(() => findImportedEvents([remote]));
		const importedAs = imported.get(remote.id) ?? null;
		const event = toImportableEvent(remote, importedAs !== null);
		return { event, importedAs, isRepeating: remote.seriesStart !== null };
	},
});

/**
 * Imports a Discord event with the signups of all interested members, on request as the first event of a series, and
 * waits for the result (POST /api/admin/import-discord-event). With a key, a repeat waits for the result of the first
 * request; an import that failed runs again. Throws Refusal 'invalid' when Discord has no such event; 'conflict' when
 * it is already imported (with `eventTitle` and `eventId`), is not active, or the key was used for another event;
 * 'upstream' when Discord fails.
 */
export const importDiscordEvent = defineOperation({
	allow: 'discord.import',
	input: importInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	async handle({
		actor,
		input: { discordEventId, series, idempotencyKey: key },
		now,
	}): Promise<ImportResult> {
		const { runId, isRepeat } = await claimRun({ actor, discordEventId, key, now });
		const earlierResult = isRepeat ? await waitForRun(runId) : null;
		return earlierResult ?? runImport({ runId, discordEventId, series, actor, now });
	},
});

/**
 * Starts the same import in the background and returns its run at once, for a page that shows the progress
 * with `readImportRun`. With a key, a repeat returns the same run, and starts it again if it has failed.
 * Throws Refusal 'conflict' when the key was used for another event.
 */
export const startDiscordImport = defineOperation({
	allow: 'discord.import',
	input: importInput,
	async handle({
		actor,
		input: { discordEventId, series, idempotencyKey: key },
		now,
	}): Promise<{ runId: string }> {
		const { runId, isRepeat } = await claimRun({ actor, discordEventId, key, now });
		if (!isRepeat || (await restartRun(runId))) {
			runImportInBackground({ runId, discordEventId, series, actor, now });
		}
		return { runId };
	},
});

/** Returns the progress of an import. Throws Refusal 'missing' when no such run exists. */
export const readImportRun = defineOperation({
	allow: 'discord.import',
	params: ['runId'],
	async handle({ params }): Promise<ImportRunView> {
		const run = isId(params.runId) ? await findRun(params.runId) : null;
		if (!run) throw missing('Import');
		return run;
	},
});
