import type { Transaction } from 'sequelize';
import {
	BULK_BUDGET_MS,
	inTransaction,
	isDatabaseDown,
	isUniqueViolation,
	withDatabaseBudget,
} from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import {
	IMPORT_TEXTS,
	type ImportedFields,
	type ImportResult,
	importStatusOf,
	toImportedEvent,
} from '~/domain/discord/import.ts';
import { progressOf, progressOfWriting } from '~/domain/discord/import-progress.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, invalid, Refusal } from '~/domain/refusal.ts';
import { askDiscord } from '../../discord/errors.ts';
import { fetchEventImage } from '../../discord/event-image.ts';
import { RateLimitBudget } from '../../discord/rate-limits.ts';
import {
	type DiscordEvent,
	findDiscordEvent,
	type InterestedPerson,
	pageInterested,
} from '../../discord/scheduled-events.ts';
import { type PreparedImage, readImage } from '../../images/read-image.ts';
import { storeImage } from '../../images/store.ts';
import { log } from '../../log.ts';
import { recordAudit } from '../kernel/audit.ts';
import { inBatches } from '../kernel/selected.ts';
import { meetDiscordPeople, signUpInterested } from '../users/index.ts';
import { eventsAddress, findImported, type ImportedEvent } from './imported-events.ts';
import { failRun, finishRun, noteProgress } from './runs.ts';

/**
 * How many members one statement writes: few enough to end within the database's timeout, also on a slow
 * machine.
 */
const PEOPLE_PER_STATEMENT = 1_000;

type Import = { runId: string; discordEventId: string; actor: Actor; now: Date };

/**
 * Runs an import and returns its result. Everything is read from Discord first, then written in one
 * transaction, so that a killed process leaves nothing behind. An error is saved on the run and thrown.
 * (decisions, "Discord")
 */
export async function carryOutImport(work: Import): Promise<ImportResult> {
	try {
		const budget = new RateLimitBudget();
		const remote = await requireImportable(work.discordEventId, budget);
		const fields = toImportedEvent(remote, eventsAddress(), work.now);
		const people = await readInterested(work.runId, { ...remote, name: fields.title }, budget);
		const image = await readEventImage(remote);
		return await commitImport(work, { remote, fields, people, image });
	} catch (error) {
		const refusal = error instanceof Refusal ? error : null;
		await failRun(work.runId, refusal?.message ?? 'Something went wrong on our side.', refusal).catch(tell);
		throw error;
	}
}

/**
 * Runs an import without waiting for it. Every error is saved on the run; an error that is not a refusal is
 * also logged.
 */
export function carryOutInBackground(work: Import): void {
	withDatabaseBudget(BULK_BUDGET_MS, () => carryOutImport(work)).catch((error: unknown) => {
		if (!(error instanceof Refusal)) tell(error);
	});
}

const tell = (error: unknown) =>
	log()[isDatabaseDown(error) ? 'warn' : 'error']({ err: error }, 'an import failed');

async function requireImportable(discordEventId: string, budget: RateLimitBudget): Promise<DiscordEvent> {
	await requireNew({ id: discordEventId, name: '', description: '', creatorId: null });
	const remote = await askDiscord(() => budget.run(() => findDiscordEvent(discordEventId)));
	// 'invalid' and not 'missing', because the id came in the body.
	if (!remote) throw invalid({ discordEventId: ['Discord event not found'] });
	await requireNew(remote);
	if (importStatusOf(remote.status) !== 1) throw conflict(IMPORT_TEXTS.onlyActive);
	return remote;
}

async function requireNew(
	event: Pick<DiscordEvent, 'id' | 'name' | 'description' | 'creatorId'>,
): Promise<void> {
	const imported = (await askDiscord(() => findImported([event]))).get(event.id);
	if (imported) throw alreadyImported(imported);
}

const alreadyImported = ({ eventTitle, eventId }: ImportedEvent) =>
	conflict(IMPORT_TEXTS.already, { eventTitle, eventId });

/** Returns all interested members. After a rate limit, it continues where it stopped. */
async function readInterested(
	runId: string,
	remote: DiscordEvent,
	budget: RateLimitBudget,
): Promise<InterestedPerson[]> {
	const { name: eventTitle, interestedCount } = remote;
	const people: InterestedPerson[] = [];
	const note = () => {
		const [read, expected] = [people.length, Math.max(people.length, interestedCount)];
		return noteProgress(runId, progressOf(read, expected), { eventTitle, read, expected });
	};
	await noteProgress(runId, 0, { eventTitle, read: 0, expected: interestedCount });
	await askDiscord(() =>
		budget.run(async () => {
			for await (const page of pageInterested(remote.id, people.at(-1)?.discordId)) {
				people.push(...page);
				await note();
			}
		}),
	);
	return people;
}

/** Returns the event's image as it will be stored, or null. An import does not fail because of an image. */
async function readEventImage(remote: DiscordEvent): Promise<PreparedImage | null> {
	try {
		const bytes = await fetchEventImage(remote);
		return bytes && (await readImage(bytes));
	} catch (error) {
		const reason = error instanceof Error ? error.name : 'unknown';
		log().warn({ discordEventId: remote.id, reason }, 'an imported event goes without its picture');
		return null;
	}
}

type Found = {
	remote: DiscordEvent;
	fields: ImportedFields;
	people: InterestedPerson[];
	image: PreparedImage | null;
};

async function commitImport({ runId, actor, now }: Import, { remote, fields, people, image }: Found) {
	const [read, discordEventId] = [people.length, remote.id];
	const noteWritten = (written: number) =>
		noteProgress(runId, progressOfWriting(written, read), { eventTitle: fields.title, read, expected: read });
	await noteWritten(0);
	try {
		return await inTransaction(async (transaction): Promise<ImportResult> => {
			const imageId = image && (await storeImage(image, transaction)).id;
			const event = await Event.create(
				{ ...fields, creatorId: actor.id, discordEventId, imageId },
				{ transaction },
			);
			const eventId = event.id;
			await DiscordMirror.create(
				{
					...{ eventId, discordEventId, state: 'synced', updatedAt: now },
					...{ discordStatus: remote.status, imageHash: image?.hash ?? null },
				},
				{ transaction },
			);
			const detail = await writePeople(eventId, people, { transaction, now, noteWritten });
			const result = { eventTitle: fields.title, eventId, ...detail };
			await finishRun(runId, result, transaction);
			const subject = { type: 'event' as const, id: eventId };
			await recordAudit({ actor, action: 'discord.import', subject, detail, now }, transaction);
			return result;
		});
	} catch (error) {
		// Another import committed first (unique key). This throws the conflict that names its event.
		if (isUniqueViolation(error)) await requireNew(remote);
		throw error;
	}
}

type Writing = { transaction: Transaction; now: Date; noteWritten: (written: number) => Promise<void> };

/** Creates or updates the users and their signups in batches, and returns the counts. */
async function writePeople(
	eventId: string,
	people: readonly InterestedPerson[],
	{ transaction, now, noteWritten }: Writing,
): Promise<Pick<ImportResult, 'signupsImported' | 'usersCreated' | 'usersUpdated'>> {
	const counts = { signupsImported: 0, usersCreated: 0, usersUpdated: 0 };
	// Sorted in the order in which each statement locks its users, so that two imports cannot deadlock.
	const sorted = people.toSorted((a, b) => (a.discordId < b.discordId ? -1 : 1));
	let written = 0;
	for (const batch of inBatches(sorted, PEOPLE_PER_STATEMENT)) {
		const met = await meetDiscordPeople(batch, { transaction, now });
		counts.signupsImported += await signUpInterested(eventId, met.ids.values(), { transaction, now });
		counts.usersCreated += met.created;
		counts.usersUpdated += met.updated;
		written += batch.length;
		// Not awaited: it needs a second connection, and an import must not wait for one while it holds its own.
		noteWritten(written).catch((error: unknown) =>
			log().warn({ err: error }, 'import progress was not saved'),
		);
	}
	return counts;
}
