import type { Transaction } from 'sequelize';
import { BULK_BUDGET_MS, isUniqueViolation, withDatabaseBudget } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { noteCommits } from '~/database/replicas.ts';
import {
	computeReadProgress,
	computeWriteProgress,
	IMPORT_TEXTS,
	type ImportedFields,
	type ImportResult,
	toImportedEvent,
	toImportStatus,
} from '~/domain/discord/import.ts';
import type { SeriesInput } from '~/domain/events/series-schema.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, invalid, Refusal } from '~/domain/refusal.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { RateLimitBudget } from '../../discord/rate-limits.ts';
import {
	type DiscordEvent,
	type DiscordMember,
	fetchEventImage,
	findDiscordEvent,
	listInterestedPages,
} from '../../discord/scheduled-events.ts';
import { type PreparedImage, readImage } from '../../images/read-image.ts';
import { storeImage } from '../../images/store.ts';
import { log, logFailure } from '../../log.ts';
import { inJobTransaction } from '../../queue.ts';
import { insertSeries } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { noteLastWrite } from '../kernel/read-position.ts';
import { splitIntoBatches } from '../kernel/selection.ts';
import { signUpInterestedUsers, upsertDiscordUsers } from '../users/index.ts';
import {
	findImportedEvents,
	getEventsUrl,
	type ImportCandidate,
	releaseEarlierDate,
} from './save-imported-event.ts';
import { markRunDone, markRunFailed, saveRunProgress } from './save-run.ts';

/** How many members one statement writes: few enough to end within the database's timeout, also on a slow machine. */
const MEMBERS_PER_STATEMENT = 1_000;

type ImportJob = {
	runId: string;
	discordEventId: string;
	series?: SeriesInput | undefined;
	actor: Actor;
	now: Date;
};

/**
 * Runs an import and returns its result. Everything is read from Discord first, then written in one transaction, so
 * that a killed process leaves nothing behind. An error is saved on the run and thrown. (decision 0017)
 */
export async function runImport(job: ImportJob): Promise<ImportResult> {
	try {
		const budget = new RateLimitBudget();
		const remote = await requireImportable(job.discordEventId, budget);
		const fields = toImportedEvent(remote, getEventsUrl());
		const members = await readMembersToImport(job.runId, { ...remote, name: fields.title }, budget);
		const image = await readEventImage(remote);
		return await commitImport(job, { remote, fields, members, image });
	} catch (error) {
		const refusal = error instanceof Refusal ? error : null;
		await markRunFailed(job.runId, refusal?.message ?? 'Something went wrong on our side.', refusal).catch(
			logImportError,
		);
		throw error;
	}
}

/** Runs an import without waiting for it. Errors are saved on the run; one that is not a refusal is also logged. */
export function runImportInBackground(job: ImportJob): void {
	const work = () =>
		noteCommits(
			() => runImport(job),
			() => noteLastWrite(job.actor.id),
		);
	withDatabaseBudget(BULK_BUDGET_MS, work).catch((error: unknown) => {
		if (!(error instanceof Refusal)) logImportError(error);
	});
}

const logImportError = (error: unknown) => logFailure(error, 'an import failed');

async function requireImportable(discordEventId: string, budget: RateLimitBudget): Promise<DiscordEvent> {
	await requireNotImported({ id: discordEventId, name: '', description: '', creatorId: null });
	const remote = await callDiscordForUser(() => budget.run(() => findDiscordEvent(discordEventId)));
	// 'invalid' and not 'missing', because the id came in the body.
	if (!remote) throw invalid({ discordEventId: ['Discord event not found'] });
	await requireNotImported(remote);
	if (toImportStatus(remote.status) !== 1) throw conflict(IMPORT_TEXTS.onlyActive);
	return remote;
}

async function requireNotImported(event: ImportCandidate): Promise<void> {
	const imported = (await callDiscordForUser(() => findImportedEvents([event]))).get(event.id);
	if (imported) throw conflict(IMPORT_TEXTS.alreadyImported, imported);
}

/** Returns all interested members. After a rate limit, it continues where it stopped. */
async function readMembersToImport(
	runId: string,
	remote: DiscordEvent,
	budget: RateLimitBudget,
): Promise<DiscordMember[]> {
	const { name: eventTitle, interestedCount } = remote;
	const members: DiscordMember[] = [];
	let last: string | undefined;
	const saveReadProgress = () => {
		const [read, expected] = [members.length, Math.max(members.length, interestedCount)];
		return saveRunProgress(runId, computeReadProgress(read, expected), { eventTitle, read, expected });
	};
	await saveRunProgress(runId, 0, { eventTitle, read: 0, expected: interestedCount });
	await callDiscordForUser(() =>
		budget.run(async () => {
			for await (const page of listInterestedPages(remote.id, last)) {
				members.push(...page.members);
				last = page.lastId ?? last;
				await saveReadProgress();
			}
		}),
	);
	return members;
}

/** Returns the event's image as it will be stored, or null. An import does not fail because of an image. */
async function readEventImage(remote: DiscordEvent): Promise<PreparedImage | null> {
	try {
		const bytes = await fetchEventImage(remote);
		return bytes && (await readImage(bytes));
	} catch (error) {
		const reason = error instanceof Error ? error.name : 'unknown';
		log().warn({ discordEventId: remote.id, reason }, 'the event is imported without its image');
		return null;
	}
}

type ImportData = {
	remote: DiscordEvent;
	fields: ImportedFields;
	members: DiscordMember[];
	image: PreparedImage | null;
};

async function commitImport(
	{ runId, series, actor, now }: ImportJob,
	{ remote, fields, members, image }: ImportData,
) {
	const [read, discordEventId] = [members.length, remote.id];
	const saveWriteProgress = (written: number) =>
		saveRunProgress(runId, computeWriteProgress(written, read), {
			eventTitle: fields.title,
			read,
			expected: read,
		});
	await saveWriteProgress(0);
	try {
		return await inJobTransaction(async (transaction): Promise<ImportResult> => {
			if (remote.seriesStart) await releaseEarlierDate(discordEventId, remote.seriesStart, transaction);
			const imageId = image && (await storeImage(image, transaction)).id;
			const event = await Event.create(
				{ ...fields, creatorId: actor.id, discordEventId, imageId },
				{ transaction },
			);
			const eventId = event.id;
			await DiscordMirror.create(
				{
					eventId,
					discordEventId,
					state: 'synced',
					updatedAt: now,
					discordStatus: remote.status,
					imageHash: image?.hash ?? null,
					sentStart: new Date(remote.scheduled_start_time),
					sentEnd: new Date(remote.scheduled_end_time),
					seriesStart: remote.seriesStart === null ? null : new Date(remote.seriesStart),
				},
				{ transaction },
			);
			const seriesEvents = series && (await insertSeries(eventId, series, now, transaction));
			const detail = await saveUsersAndSignups(eventId, members, { transaction, now, saveWriteProgress });
			const result = { eventTitle: fields.title, eventId, ...detail, ...(seriesEvents && { seriesEvents }) };
			await markRunDone(runId, result, transaction);
			const context = { actor, now, transaction };
			await recordAudit('discord.import', { type: 'event', id: eventId }, context, detail);
			return result;
		});
	} catch (error) {
		// Another import committed first (unique key). This throws the conflict that names its event.
		if (isUniqueViolation(error)) await requireNotImported(remote);
		throw error;
	}
}

type WriteContext = {
	transaction: Transaction;
	now: Date;
	saveWriteProgress: (written: number) => Promise<void>;
};

/** Creates or updates the users and their signups in batches, and returns the counts. */
async function saveUsersAndSignups(
	eventId: string,
	members: readonly DiscordMember[],
	{ transaction, now, saveWriteProgress }: WriteContext,
): Promise<Pick<ImportResult, 'signupsImported' | 'usersCreated' | 'usersUpdated'>> {
	const counts = { signupsImported: 0, usersCreated: 0, usersUpdated: 0 };
	// Sorted in the order in which each statement locks its users, so that two imports cannot deadlock.
	const sorted = members.toSorted((a, b) => (a.discordId < b.discordId ? -1 : 1));
	let written = 0;
	for (const batch of splitIntoBatches(sorted, MEMBERS_PER_STATEMENT)) {
		const users = await upsertDiscordUsers(batch, { transaction, now });
		counts.signupsImported += await signUpInterestedUsers(eventId, users.ids.values(), { transaction, now });
		counts.usersCreated += users.created;
		counts.usersUpdated += users.updated;
		written += batch.length;
		// Not awaited: it needs a second connection, and an import must not wait for one while it holds its own.
		saveWriteProgress(written).catch((error: unknown) =>
			log().warn({ err: error }, 'import progress was not saved'),
		);
	}
	return counts;
}
