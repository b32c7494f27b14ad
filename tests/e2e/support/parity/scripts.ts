import { getSharedPool } from '../rows.ts';
import { createScriptOf, type Scenario } from '../scenario.ts';
import { ALREADY_DELETED, makeTooLong, type ParityCommand } from './command.ts';

const CHARACTERS = ['washerwoman', 'empath', 'butler', 'poisoner', 'imp'];
const NAME = 'Parity';

/** Removes the script that a case adds, which would not be added again. */
async function prepare(): Promise<Record<string, string>> {
	await getSharedPool().query('DELETE FROM scripts WHERE name = $1', [NAME]);
	return {};
}

/** Adds a script with the same file in both scenarios. */
const prepareScriptOf = (who: 'actor' | 'other') => async (scenario: Scenario) => {
	await getSharedPool().query("DELETE FROM scripts WHERE file = '[]'");
	const ids = await createScriptOf(scenario, who);
	await getSharedPool().query("UPDATE scripts SET file = '[]' WHERE id = $1", [ids.scriptId]);
	return ids;
};

const send = (json: unknown, name: string) => ({
	prepare,
	values: () => ({ json: JSON.stringify(json), name }),
	body: () => ({ json: JSON.stringify(json), name }),
});

export const SCRIPT_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/scripts',
		page: '/scripts',
		form: {},
		cases: [
			{ name: 'a script', ...send(CHARACTERS, NAME) },
			{ name: 'a file without a name', ...send(CHARACTERS, ''), refusalStatus: 422 },
			{ name: 'a file with a wrong entry', ...send([...CHARACTERS, { id: 7 }], NAME), refusalStatus: 422 },
			{ name: 'a long name', ...send(CHARACTERS, makeTooLong(50)), refusalStatus: 422 },
		],
	},
	{
		call: 'DELETE /api/scripts/{scriptId}',
		page: '/scripts',
		form: { contains: ({ ids }) => ({ script: String(ids.scriptId) }) },
		pageRole: 'creator',
		cases: [
			{ name: 'the actor’s own script', actorRole: 'storyteller', prepare: prepareScriptOf('actor') },
			{
				name: 'another user’s script',
				actorRole: 'creator',
				prepare: prepareScriptOf('other'),
			},
			{
				name: 'another user’s script, by a storyteller',
				actorRole: 'storyteller',
				viewerRole: 'creator',
				prepare: prepareScriptOf('other'),
				refusalStatus: 403,
			},
			{
				name: 'a removed script',
				actorRole: 'storyteller',
				prepare: prepareScriptOf('actor'),
				changeBeforeSubmit: ({ ids }) =>
					getSharedPool().query('DELETE FROM scripts WHERE id = $1', [ids.scriptId]),
				refusalStatus: 404,
				pageOutcome: ALREADY_DELETED,
			},
		],
	},
];
