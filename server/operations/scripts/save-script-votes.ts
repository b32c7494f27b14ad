import { execute, markUnnamed, one, rows, selectColumn } from '~/database/sql.ts';
import { can } from '~/domain/policy.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { scriptQuestionInput, scriptVotesInput } from '~/domain/scripts/schema.ts';
import { EDITION_CHOICES, type ScriptChoice } from '~/domain/scripts/script.ts';
import {
	countVotes,
	findQuestionProblem,
	VOTE_TEXTS,
	type Vote,
	type VoteCounts,
	type VoteRow,
} from '~/domain/scripts/votes.ts';
import { buildEditionNameSql } from '../../wire/groups.ts';
import { SEAT_COUNTS } from '../../wire/seat-sql.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { getEvent, lockEvent } from '../kernel/lock-event.ts';
import { defineChange, defineOperation } from '../kernel/operation.ts';
import { requireScripts } from './queries.ts';

/** SQL for the name of the script that `es` asks about; null for one that was removed. */
const ASKED_SCRIPT = `coalesce(${buildEditionNameSql('es.script')},
	(SELECT sc.name FROM scripts sc WHERE sc.id::text = es.script))`;

/** What the players of an event are asked, and what they answered. */
type ScriptQuestion = {
	title: string;
	/** Why nothing is asked, or null. */
	problem: string | null;
	/** The scripts with the actor's answer; `counts` are those of the players, for creators. */
	scripts: (ScriptChoice & {
		vote: Vote | null;
		counts: { all: VoteCounts; groups: { name: string; counts: VoteCounts }[] } | null;
	})[];
	/** Everything that a creator can ask about; null for other actors. */
	choices: ScriptChoice[] | null;
};

/** Returns the question for its dialog. Throws Refusal 'missing' when no such event exists. */
export const readScriptQuestion = defineOperation({
	allow: 'scripts.vote',
	params: ['eventId'],
	async handle({ actor, params: { eventId }, now }): Promise<ScriptQuestion> {
		const event = await getEvent(eventId);
		const asked = await rows<ScriptChoice & { vote: Vote | null }>(
			`SELECT * FROM (SELECT es.script AS id, ${ASKED_SCRIPT} AS name, v.vote, es.position
				FROM event_scripts es LEFT JOIN script_votes v
					ON v.event_id = es.event_id AND v.script = es.script AND v.user_id = :actorId
				WHERE es.event_id = :eventId) asked WHERE name IS NOT NULL ORDER BY position`,
			{ eventId, actorId: actor.id },
		);
		const canAsk = can(actor, 'scripts.ask');
		const counted = canAsk ? await selectVotes(eventId) : null;
		return {
			title: event.title,
			problem: findQuestionProblem(event, now),
			scripts: asked.map(({ id, name, vote }) => ({
				id,
				name,
				vote,
				counts: counted && {
					all: countVotes(counted.votes, id),
					groups: counted.groups.map((group) => ({
						name: group.name,
						counts: countVotes(counted.votes, id, group.id),
					})),
				},
			})),
			choices: canAsk ? await selectChoices() : null,
		};
	},
});

const selectChoices = async (): Promise<ScriptChoice[]> => [
	...EDITION_CHOICES,
	...(await rows<ScriptChoice>('SELECT id::text, name FROM scripts ORDER BY lower(name), id')),
];

/** Returns the answers of those who have not declined, by the saved group that they sit in. */
async function selectVotes(eventId: string) {
	const [votes, groups] = await Promise.all([
		rows<VoteRow>(
			`SELECT v.script, v.vote, g.client_id AS "groupId", count(*)::int AS count FROM script_votes v
				JOIN signups s ON s.event_id = v.event_id AND s.user_id = v.user_id AND ${buildStatusSql('mayCome')}
				LEFT JOIN group_players gp ON gp.event_id = v.event_id AND gp.user_id = v.user_id AND ${SEAT_COUNTS}
				LEFT JOIN groups g ON g.id = gp.group_id
			WHERE v.event_id = :eventId GROUP BY v.script, v.vote, g.client_id`,
			{ eventId },
		),
		rows<{ id: string; name: string }>(
			'SELECT client_id AS id, name FROM groups WHERE event_id = :eventId ORDER BY position, id',
			{ eventId },
		),
	]);
	return { votes, groups };
}

/**
 * Asks the players of an event about these scripts, or with none ends the question. Answers about scripts that are asked
 * about again stay. Throws Refusal 'missing' when no such event exists, 'invalid' for an unknown script, 'conflict' for
 * an event that has started or is not active.
 */
export const askForScripts = defineChange({
	allow: 'scripts.ask',
	params: ['eventId'],
	input: scriptQuestionInput,
	async work({ params: { eventId }, input: { scripts }, now, transaction, context }): Promise<void> {
		// Two questions at once take turns, so that the scripts of only one remain.
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		const problem = findQuestionProblem(event, now);
		if (problem) throw conflict(problem);
		const unknown = await requireScripts(
			scripts.map((scriptId) => ({ scriptId })),
			transaction,
		);
		if (Object.keys(unknown).length > 0) throw invalid({ scripts: [VOTE_TEXTS.scripts] });
		await execute(
			'DELETE FROM event_scripts WHERE event_id = :eventId AND script <> ALL(:scripts::text[])',
			{ eventId, scripts },
			transaction,
		);
		await execute(
			`INSERT INTO event_scripts AS es (event_id, script, position)
			SELECT :eventId, script, place - 1 FROM unnest(:scripts::text[]) WITH ORDINALITY AS asked (script, place)
			ON CONFLICT (event_id, script) DO UPDATE SET position = excluded.position
			WHERE es.position <> excluded.position`,
			{ eventId, scripts },
			transaction,
		);
		const detail = { scripts: scripts.length };
		await recordAudit('scripts.ask', { type: 'event', id: eventId }, context, detail);
	},
});

/**
 * Saves the actor's answers; scripts that are not in it stay as they are. Throws Refusal 'missing' when no such event
 * exists, 'conflict' without a signup, for a script that is not asked about any more, and for an event that has started
 * or is not active.
 */
export const saveScriptVotes = defineChange({
	allow: 'scripts.vote',
	params: ['eventId'],
	input: scriptVotesInput,
	async work({ actor, params: { eventId }, input: { votes }, now, transaction }): Promise<void> {
		const event = await lockEvent(eventId, transaction, 'SHARE');
		const problem = findQuestionProblem(event, now);
		if (problem) throw conflict(problem);
		const binds = { eventId, actorId: actor.id };
		// Two requests of one player take turns, or both would insert the same answer.
		const signup = await one(
			`SELECT FROM signups s WHERE s.event_id = :eventId AND s.user_id = :actorId AND ${buildStatusSql('mayCome')}
			FOR NO KEY UPDATE`,
			binds,
			transaction,
		);
		if (!signup) throw conflict(VOTE_TEXTS.noSignup);
		const asked = await selectColumn(
			'SELECT script FROM event_scripts WHERE event_id = :eventId ORDER BY script FOR KEY SHARE',
			{ eventId },
			transaction,
		);
		if (Object.keys(votes).some((script) => !asked.includes(script))) throw conflict(VOTE_TEXTS.notAsked);
		const answers = Object.entries(votes).map(([script, vote]) => ({ script, vote }));
		await execute(
			`DELETE FROM script_votes WHERE event_id = :eventId AND user_id = :actorId
				AND script = ANY(:scripts::text[])`,
			{ ...binds, scripts: Object.keys(votes) },
			transaction,
		);
		await execute(
			markUnnamed(`INSERT INTO script_votes (event_id, script, user_id, vote)
			SELECT :eventId, n.script, :actorId, n.vote
			FROM jsonb_to_recordset(:answers::jsonb) AS n(script text, vote text) WHERE n.vote IS NOT NULL`),
			{ ...binds, answers: JSON.stringify(answers) },
			transaction,
		);
	},
});
