import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ROLES, type Role } from '~/domain/people/roles.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '~/domain/signups/statuses.ts';
import type { Received } from '../support/requests.ts';
import { at, command, expectStatus } from './command.ts';
import type { Oracle, OracleEvent } from './oracle.ts';
import type { Way } from './real.ts';

const IN_A_WEEK = 7 * 86_400_000;

const status = fc.constantFrom<SignupStatus>(...SIGNUP_STATUSES);
const version = fc.constantFrom('current', 'stale', 'none');
/** Each user is in no group, the first or the second. */
const seats = fc.array(fc.nat(2), { minLength: 4, maxLength: 4 });

const idOf = ({ body }: Received) => (body as { id: string }).id;
const other = ({ session, replica }: Way): Way => ({
	session: session === 0 ? 1 : 0,
	replica: replica === 0 ? 1 : 0,
});
const pickVersion = (kind: string, current: number): { version?: number } =>
	kind === 'none' ? {} : { version: kind === 'stale' ? current - 1 : current };
const inAWeek = () => new Date(Date.now() + IN_A_WEEK).toISOString();
const nextText = (oracle: Oracle, what: string) => {
	oracle.counter += 1;
	return `${what} ${oracle.counter}`;
};

const nothing = fc.constant(null);

const createEvent = command(
	'create event',
	nothing,
	() =>
		async ({ actor, oracle, real, way }) => {
			const title = nextText(oracle, 'Event');
			const body = { title, date: inAWeek(), createDiscordEvent: false };
			const answer = await real.send(actor, way, 'POST /events', body);
			expectStatus(answer, oracle.judgeCreate(actor));
			if (answer.status !== 201) return;
			oracle.events.push({
				...{ id: idOf(answer), title, status: 'active', version: 1, isDeleted: false },
				...{ signups: new Map(), comments: [], groups: [], groupsVersion: 1 },
			});
		},
	false,
);

const editEvent = command('edit event', version, (kind) => async ({ actor, event, oracle, real, way }) => {
	const title = nextText(oracle, 'Edited');
	const sent = pickVersion(kind, event.version);
	const answer = await real.send(actor, way, `PUT /events/${event.id}`, { title, date: inAWeek(), ...sent });
	expectStatus(answer, oracle.judgeEdit(actor, event, sent.version));
	if (answer.status === 200) Object.assign(event, { title, version: event.version + 1 });
});

const setEventStatus = command(
	'cancel or reinstate',
	fc.constantFrom('cancel', 'reinstate'),
	(step) =>
		async ({ actor, event, oracle, real, way }) => {
			const answer = await real.send(actor, way, `POST /events/${event.id}/${step}`, {});
			expectStatus(answer, oracle.judgeManage(actor, event));
			const next = step === 'cancel' ? 'cancelled' : 'active';
			if (answer.status !== 200 || event.status === next) return;
			Object.assign(event, { status: next, version: event.version + 1 });
		},
);

const deleteEvent = command('delete event', nothing, () => async ({ actor, event, oracle, real, way }) => {
	const answer = await real.send(actor, way, `DELETE /events/${event.id}`, {});
	expectStatus(answer, oracle.judgeManage(actor, event));
	if (answer.status === 200) event.isDeleted = true;
});

const signUp = command('sign up', status, (wanted) => async ({ actor, event, oracle, real, way }) => {
	const notes = nextText(oracle, 'Notes');
	const answer = await real.send(actor, way, `POST /events/${event.id}/signup`, { status: wanted, notes });
	expectStatus(answer, oracle.judgeSignup(actor, event));
	if (answer.status < 300) event.signups.set(actor.id, { id: idOf(answer), status: wanted, notes });
});

/** Two sessions of one user sign up at once: both are answered, one row is left, with the status of one of them. */
const signUpTwice = command(
	'sign up twice at once',
	fc.tuple(status, status),
	([one, two]) =>
		async ({ actor, event, oracle, real, way }) => {
			const wanted = oracle.judgeSignup(actor, event);
			const path = `POST /events/${event.id}/signup`;
			const answers = await Promise.all([
				real.send(actor, way, path, { status: one, notes: '' }),
				real.send(actor, other(way), path, { status: two, notes: '' }),
			]);
			const statuses = answers.map((answer) => answer.status).sort();
			deepStrictEqual(statuses, wanted === 201 ? [200, 201] : [wanted, wanted]);
			if (wanted >= 300) return;
			const seen = await real.send(actor, way, `GET /events/${event.id}`);
			const { signups } = seen.body as { signups: { id: string; user_id: string; status: SignupStatus }[] };
			const left = signups.filter(({ user_id }) => user_id === actor.id);
			deepStrictEqual(left.length, 1);
			const row = at(left, 0);
			deepStrictEqual([one, two].includes(row.status), true);
			event.signups.set(actor.id, { id: row.id, status: row.status, notes: null });
		},
);

const changeSignup = command(
	'change signup',
	fc.tuple(fc.nat(3), status),
	([whose, wanted]) =>
		async ({ actor, event, oracle, real, way }) => {
			const owner = at(oracle.users, whose);
			const signup = event.signups.get(owner.id);
			const path = `PUT /events/${event.id}/signups/${signup?.id ?? '999999999'}`;
			const answer = await real.send(actor, way, path, { status: wanted });
			expectStatus(answer, oracle.judgeChange(actor, event, owner));
			if (answer.status === 200 && signup) signup.status = wanted;
		},
);

const removeSignup = command('remove signup', nothing, () => async ({ actor, event, oracle, real, way }) => {
	const answer = await real.send(actor, way, `DELETE /events/${event.id}/signup`);
	expectStatus(answer, oracle.judgeRemoval(actor, event));
	if (answer.status === 200) event.signups.delete(actor.id);
});

/** A comment, sent twice at once with one key, to both replicas: it is there once. */
const comment = command('comment twice at once with one key', nothing, () => async (stage) => {
	const { actor, event, oracle, real, way } = stage;
	const body = nextText(oracle, 'Comment');
	const key = randomUUID();
	const path = `POST /events/${event.id}/comments`;
	const answers = await Promise.all([
		real.send(actor, way, path, { body }, key),
		real.send(actor, other(way), path, { body }, key),
	]);
	for (const answer of answers) expectStatus(answer, oracle.judgeComment(event));
	if (event.isDeleted) return;
	const [one, two] = answers.map(idOf);
	deepStrictEqual(one, two);
	event.comments.push({ id: String(one), userId: actor.id, body });
});

const deleteComment = command(
	'delete comment',
	fc.nat(5),
	(which) =>
		async ({ actor, event, oracle, real, way }) => {
			const found = event.comments[which];
			const path = `DELETE /events/${event.id}/comments/${found?.id ?? '999999999'}`;
			const answer = await real.send(actor, way, path);
			expectStatus(answer, oracle.judgeCommentRemoval(actor, event, found));
			if (answer.status === 200) event.comments = event.comments.filter((one) => one !== found);
		},
);

const toGroups = (oracle: Oracle, places: number[]): string[][] =>
	[1, 2].map((group) => oracle.users.filter((_, index) => places[index] === group).map(({ id }) => id));
const toBoard = (groups: string[][]) =>
	groups.map((players, index) => ({ id: `group-${index}`, name: `Group ${index}`, players }));
/** What is saved of them: users who are not signed up are dropped. */
const settle = (groups: string[][], { signups }: OracleEvent) =>
	groups.map((players) => players.filter((id) => signups.has(id)));

const saveGroups = command('save groups', fc.tuple(seats, version), ([places, kind]) => async (stage) => {
	const { actor, event, oracle, real, way } = stage;
	const groups = toGroups(oracle, places);
	const sent = { groups: toBoard(groups), ...pickVersion(kind, event.groupsVersion) };
	const answer = await real.send(actor, way, `POST /events/${event.id}/groups`, sent);
	expectStatus(answer, oracle.judgeGroups(actor, event, sent.version));
	if (answer.status !== 200) return;
	Object.assign(event, { groups: settle(groups, event), groupsVersion: event.groupsVersion + 1 });
});

/** Two saves of what both saw: one is saved, the other is told. */
const saveGroupsTwice = command(
	'save groups twice at once',
	fc.tuple(seats, seats),
	(both) => async (stage) => {
		const { actor, event, oracle, real, way } = stage;
		const wanted = oracle.judgeGroups(actor, event, event.groupsVersion);
		const sent = both.map((places) => toGroups(oracle, places));
		const answers = await Promise.all(
			sent.map((groups, index) =>
				real.send(actor, index === 0 ? way : other(way), `POST /events/${event.id}/groups`, {
					groups: toBoard(groups),
					version: event.groupsVersion,
				}),
			),
		);
		const statuses = answers.map((answer) => answer.status).sort();
		deepStrictEqual(statuses, wanted === 200 ? [200, 409] : [wanted, wanted]);
		if (wanted !== 200) return;
		const saved = at(sent, answers[0]?.status === 200 ? 0 : 1);
		Object.assign(event, { groups: settle(saved, event), groupsVersion: event.groupsVersion + 1 });
	},
);

const setRole = command(
	'set role',
	fc.tuple(fc.nat(3), fc.constantFrom<Role>(...ROLES)),
	([whose, role]) =>
		async ({ actor, oracle, real, way }) => {
			const user = at(oracle.users, whose);
			const answer = await real.send(actor, way, `PUT /admin/users/${user.id}/role`, { role });
			expectStatus(answer, oracle.judgeRole(actor, user, role));
			if (answer.status === 200) user.role = role;
		},
	false,
);

/** Lists of at most `most` commands; those that fill the town come more often than those that empty it. */
export const commandLists = (most: number) =>
	fc.commands(
		[
			...[createEvent, editEvent, setEventStatus, deleteEvent, setRole],
			...[signUp, signUp, signUpTwice, changeSignup, removeSignup],
			...[comment, deleteComment, saveGroups, saveGroups, saveGroupsTwice],
		],
		{ maxCommands: most, size: 'max' },
	);
