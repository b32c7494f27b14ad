import { type EventStatus, findNotBegun } from '../events/status.ts';
import { formatCount } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { ATTENDANCE_WEEKS, WEEK_MS } from '../limits.ts';

/** The roll call: who was there (decision 0025). Only the player, the storyteller and creators see it. */

export const ATTENDANCE_STATES = ['present', 'late', 'left_early', 'excused', 'absent'] as const;
export type Attendance = (typeof ATTENDANCE_STATES)[number];

/** What the form shows for a player without a mark. */
export const FIRST_STATE: Attendance = 'present';

/** The states of players who were there, at least for a part of the night. */
export const ATTENDED: readonly Attendance[] = ['present', 'late', 'left_early'];

/** The states of players who are no longer there, so that they have no seat in the next round. */
export const AWAY: readonly Attendance[] = ['absent', 'excused', 'left_early'];

export const ATTENDANCE_LABELS: Record<Attendance, string> = {
	present: 'Present',
	late: 'Came late',
	left_early: 'Left early',
	excused: 'Excused',
	absent: 'Absent',
};

export const OWN_ATTENDANCE: Record<Attendance, string> = {
	present: 'You were there.',
	late: 'You came late.',
	left_early: 'You left early.',
	excused: "You couldn't come.",
	absent: "You weren't there.",
};

export const ATTENDANCE_TEXTS = {
	notStarted: 'The roll call starts when the event does.',
	cancelled: 'This event was cancelled, so there is no roll call.',
	tooOld: `Roll calls are kept for ${ATTENDANCE_WEEKS} weeks, and this event is older.`,
	removed: 'The marks of its roll call were removed.',
	unknownPlayer: 'This player was not part of the event',
	state: 'Please choose what is right for each player',
	noList: 'Please send the roll call as a list',
	repeated: 'A player is listed twice',
} as const;

type RollCallEvent = { date: Date; status: EventStatus };

/** Returns whether an event can have marks at `now`: it has started and was not cancelled. */
export const canHaveMarks = (event: RollCallEvent, now: Date): boolean =>
	findNotBegun(event, now, ATTENDANCE_TEXTS) === null;

/** Returns why there is no roll call for an event at `now`, or null. */
export const findRollCallProblem = (event: RollCallEvent, now: Date): string | null =>
	findNotBegun(event, now, ATTENDANCE_TEXTS) ??
	(event.date <= getOldestKept(now) ? ATTENDANCE_TEXTS.tooOld : null);

/** Returns the start of events whose roll calls end at `now`. */
export const getOldestKept = (now: Date): Date => new Date(now.getTime() - ATTENDANCE_WEEKS * WEEK_MS);

/** Returns the state that is saved: who was asked in late is never absent, because they had not planned the night. */
export const toSavedState = (state: Attendance, wasAskedLate: boolean): Attendance =>
	state === 'absent' && wasAskedLate ? 'excused' : state;

/**
 * Returns the players that a user marks by the button of the direct message: those of the groups that the
 * user runs. A creator without a group in any round marks all.
 */
export function listConfirmed<Player extends { storyteller_ids: readonly string[] }>(
	players: readonly Player[],
	earlierGroups: readonly { storyteller_ids: readonly string[] }[],
	userId: string,
): Player[] {
	const isOwn = ({ storyteller_ids: ids }: { storyteller_ids: readonly string[] }) => ids.includes(userId);
	return players.some(isOwn) || earlierGroups.some(isOwn) ? players.filter(isOwn) : [...players];
}

/**
 * Returns what a form of the roll call changes. Players without a mark (`before` is '') are shown as present;
 * left so, they are `untouched`, and a newer mark of theirs stays.
 */
export function listMarks(
	states: Readonly<Partial<Record<string, string>>>,
	before: Readonly<Partial<Record<string, string>>>,
): { attendance: { user_id: string; state: string | undefined }[]; untouched: string[] } {
	const changed = Object.entries(states).filter(([id, state]) => state !== before[id]);
	return {
		attendance: changed.map(([user_id, state]) => ({ user_id, state })),
		untouched: changed.filter(([id, state]) => before[id] === '' && state === FIRST_STATE).map(([id]) => id),
	};
}

/** Returns whether the roll call was taken; `marked` players have a mark, `saved` null is not known. */
export function describeRollCall({
	marked,
	total,
	saved,
}: {
	marked: number;
	total: number;
	saved: { by: string; at: string } | null;
}): string {
	if (marked === 0) return 'Not taken yet. Everyone is shown as present until you save.';
	const by = saved ? `, last by ${isolate(saved.by)} on ${saved.at}` : '';
	if (marked >= total) return `Taken${by}.`;
	return `Taken for ${marked} of ${formatCount(total, 'player')}${by}. Those without a mark are shown as present until you save.`;
}

/** Returns how many players have each state: '16 present, 2 absent'; null for none. */
export function describeStates(states: readonly Attendance[]): string | null {
	const counts = ATTENDANCE_STATES.map((state) => ({
		label: ATTENDANCE_LABELS[state].toLowerCase(),
		count: states.filter((each) => each === state).length,
	}));
	const texts = counts.filter(({ count }) => count > 0).map(({ label, count }) => `${count} ${label}`);
	return texts.length === 0 ? null : texts.join(', ');
}

/** How many nights a user has played and told. */
export type Nights = { attended: number; told: number };

/** Returns the nights in words, or null for none. */
export function describeNights({ attended, told }: Nights): string | null {
	const parts = [attended > 0 && `attended ${attended}`, told > 0 && `told ${told}`].filter(Boolean);
	return parts.length === 0 ? null : `Nights ${parts.join(', ')}`;
}
