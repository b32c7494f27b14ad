import { SCRIPT_LIMITS } from '../limits.ts';

/** Scripts: the lists of characters that a group plays with (decision 0072). */

/** In the order in which the characters of a script are listed. */
export const TEAMS = ['townsfolk', 'outsider', 'minion', 'demon', 'traveller', 'fabled', 'loric'] as const;
type Team = (typeof TEAMS)[number];

const TEAM_LABELS: Record<Team, string> = {
	townsfolk: 'Townsfolk',
	outsider: 'Outsiders',
	minion: 'Minions',
	demon: 'Demons',
	traveller: 'Travellers',
	fabled: 'Fabled',
	loric: 'Loric',
};

/** The game's base editions, by the ids that online tables know. Their characters are not listed here. */
export const EDITIONS = {
	tb: 'Trouble Brewing',
	bmr: 'Bad Moon Rising',
	snv: 'Sects & Violets',
} as const;
export type Edition = keyof typeof EDITIONS;

/** Returns whether the id of a script is that of a base edition. */
export const isEdition = (id: string): id is Edition => Object.hasOwn(EDITIONS, id);

/** A character; a script's file names the team only of characters that are not official. */
export type ScriptCharacter = { id: string; name: string; team: Team | null };

/** A script as players see it. The `id` is an edition or the id of a row. */
export type Script = { id: string; name: string; author: string | null; characters: ScriptCharacter[] };

export type ScriptChoice = Pick<Script, 'id' | 'name'>;

export const EDITION_CHOICES: readonly ScriptChoice[] = Object.entries(EDITIONS).map(([id, name]) => ({
	id,
	name,
}));

export const SCRIPT_TEXTS = {
	empty: 'Please choose a script file or paste its text',
	tooLarge: `A script file may have at most ${SCRIPT_LIMITS.bytes / 1024} KB`,
	noJson: 'This is not a script file: its text is not JSON',
	noList: 'A script file must be a list of characters',
	few: `A script needs at least ${SCRIPT_LIMITS.minEntries} entries`,
	many: `A script may have at most ${SCRIPT_LIMITS.maxEntries} entries`,
	noName: 'This file has no name. Please name the script.',
	longName: `Please use at most ${SCRIPT_LIMITS.name} characters`,
	full: `The library has ${SCRIPT_LIMITS.scripts} scripts, which is the most it can have. Please remove one first.`,
	edition: 'The base editions cannot be removed.',
} as const;

/** Returns a script's characters by team, in the order of the game; those without a team come first, as 'Characters'. */
export function groupByTeam(characters: readonly ScriptCharacter[]): { label: string; names: string[] }[] {
	return [null, ...TEAMS].flatMap((team) => {
		const names = characters.filter((character) => character.team === team).map(({ name }) => name);
		return names.length === 0 ? [] : [{ label: team === null ? 'Characters' : TEAM_LABELS[team], names }];
	});
}
