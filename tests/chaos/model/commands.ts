import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { SIGNUP_STATUSES, type SignupStatus } from '~/domain/signups/statuses.ts';
import { ROLES, type Role } from '~/domain/users/roles.ts';
import type { ReceivedResponse } from '../support/requests.ts';
import { createCommand, expectStatus, pickAt } from './command.ts';
import { endDeclinedSeat, type Oracle, saveExpectedGroups } from './oracle.ts';
import type { Sender } from './replica-client.ts';

const WEEK_MS = 7 * 86_400_000;

const status = fc.constantFrom<SignupStatus>(...SIGNUP_STATUSES);
const version = fc.constantFrom('current', 'stale', 'none');
/** For each user: no group, the first group or the second group. */
const groupNumbersPerUser = fc.array(fc.nat(2), { minLength: 4, maxLength: 4 });

const getId = ({ body }: ReceivedResponse) => (body as { id: string }).id;
const getOtherSender = ({ session, replica }: Sender): Sender => ({
	session: session === 0 ? 1 : 0,
	replica: replica === 0 ? 1 : 0,
});
const pickVersion = (versionKind: string, current: number): { version?: number } =>
	versionKind === 'none' ? {} : { version: versionKind === 'stale' ? current - 1 : current };
const inAWeek = () => new Date(Date.now() + WEEK_MS).toISOString();
const createText = (oracle: Oracle, prefix: string) => {
	oracle.counter += 1;
	return `${prefix} ${oracle.counter}`;
};

const noValues = fc.constant(null);

const createEvent = createCommand(
	'create event',
	noValues,
	() =>
		async ({ actor, oracle, real, sender }) => {
			const title = createText(oracle, 'Event');
			const body = { title, date: inAWeek(), createDiscordEvent: false };
			const response = await real.send(actor, sender, 'POST /events', body);
			expectStatus(response, oracle.predictCreate(actor));
			if (response.status !== 201) return;
			oracle.events.push({
				id: getId(response),
				title,
				status: 'active',
				version: 1,
				isDeleted: false,
				signups: new Map(),
				comments: [],
				groups: [],
				seatedWhileDeclined: new Set(),
				groupsVersion: 1,
			});
		},
	false,
);

const editEvent = createCommand(
	'edit event',
	version,
	(versionKind) =>
		async ({ actor, event, oracle, real, sender }) => {
			const title = createText(oracle, 'Edited');
			const requestBody = pickVersion(versionKind, event.version);
			const response = await real.send(actor, sender, `PUT /events/${event.id}`, {
				title,
				date: inAWeek(),
				...requestBody,
			});
			expectStatus(response, oracle.predictEdit(actor, event, requestBody.version));
			if (response.status === 200) Object.assign(event, { title, version: event.version + 1 });
		},
);

const setEventStatus = createCommand(
	'cancel or reinstate',
	fc.constantFrom('cancel', 'reinstate'),
	(action) =>
		async ({ actor, event, oracle, real, sender }) => {
			const response = await real.send(actor, sender, `POST /events/${event.id}/${action}`, {});
			expectStatus(response, oracle.predictManage(actor, event));
			const next = action === 'cancel' ? 'cancelled' : 'active';
			if (response.status !== 200 || event.status === next) return;
			Object.assign(event, { status: next, version: event.version + 1 });
		},
);

const deleteEvent = createCommand(
	'delete event',
	noValues,
	() =>
		async ({ actor, event, oracle, real, sender }) => {
			const response = await real.send(actor, sender, `DELETE /events/${event.id}`, {});
			expectStatus(response, oracle.predictManage(actor, event));
			if (response.status === 200) event.isDeleted = true;
		},
);

const signUp = createCommand(
	'sign up',
	status,
	(chosenStatus) =>
		async ({ actor, event, oracle, real, sender }) => {
			const notes = createText(oracle, 'Notes');
			const response = await real.send(actor, sender, `POST /events/${event.id}/signup`, {
				status: chosenStatus,
				notes,
			});
			expectStatus(response, oracle.predictSignup(actor, event));
			if (response.status >= 300) return;
			event.signups.set(actor.id, { id: getId(response), status: chosenStatus, notes });
			endDeclinedSeat(event, actor.id, [chosenStatus]);
		},
);

/** Two sessions of one user sign up at once. Both get a response, and one row exists with the status of one of them. */
const signUpTwice = createCommand(
	'sign up twice at once',
	fc.tuple(status, status),
	([one, two]) =>
		async ({ actor, event, oracle, real, sender }) => {
			const predicted = oracle.predictSignup(actor, event);
			const path = `POST /events/${event.id}/signup`;
			const responses = await Promise.all([
				real.send(actor, sender, path, { status: one, notes: '' }),
				real.send(actor, getOtherSender(sender), path, { status: two, notes: '' }),
			]);
			const statuses = responses.map((response) => response.status).sort();
			deepStrictEqual(statuses, predicted === 201 ? [200, 201] : [predicted, predicted]);
			if (predicted >= 300) return;
			const eventResponse = await real.send(actor, sender, `GET /events/${event.id}`);
			const { signups } = eventResponse.body as {
				signups: { id: string; user_id: string; status: SignupStatus }[];
			};
			const ownSignups = signups.filter(({ user_id }) => user_id === actor.id);
			deepStrictEqual(ownSignups.length, 1);
			const row = pickAt(ownSignups, 0);
			deepStrictEqual([one, two].includes(row.status), true);
			event.signups.set(actor.id, { id: row.id, status: row.status, notes: null });
			endDeclinedSeat(event, actor.id, [one, two]);
		},
);

const changeSignup = createCommand(
	'change signup',
	fc.tuple(fc.nat(3), status),
	([userIndex, chosenStatus]) =>
		async ({ actor, event, oracle, real, sender }) => {
			const owner = pickAt(oracle.users, userIndex);
			const signup = event.signups.get(owner.id);
			const path = `PUT /events/${event.id}/signups/${signup?.id ?? '999999999'}`;
			const response = await real.send(actor, sender, path, { status: chosenStatus });
			expectStatus(response, oracle.predictChange(actor, event, owner));
			if (response.status !== 200 || !signup) return;
			signup.status = chosenStatus;
			endDeclinedSeat(event, owner.id, [chosenStatus]);
		},
);

const removeSignup = createCommand(
	'remove signup',
	noValues,
	() =>
		async ({ actor, event, oracle, real, sender }) => {
			const response = await real.send(actor, sender, `DELETE /events/${event.id}/signup`);
			expectStatus(response, oracle.predictRemoval(actor, event));
			if (response.status !== 200) return;
			event.signups.delete(actor.id);
			endDeclinedSeat(event, actor.id, [null]);
		},
);

/** A comment is sent to both replicas at once with one key. It is saved once. */
const commentTwice = createCommand('comment twice at once with one key', noValues, () => async (context) => {
	const { actor, event, oracle, real, sender } = context;
	const body = createText(oracle, 'Comment');
	const key = randomUUID();
	const path = `POST /events/${event.id}/comments`;
	const responses = await Promise.all([
		real.send(actor, sender, path, { body }, key),
		real.send(actor, getOtherSender(sender), path, { body }, key),
	]);
	for (const response of responses) expectStatus(response, oracle.predictComment(event));
	if (event.isDeleted) return;
	const [one, two] = responses.map(getId);
	deepStrictEqual(one, two);
	event.comments.push({ id: String(one), userId: actor.id, body });
});

const deleteComment = createCommand(
	'delete comment',
	fc.nat(5),
	(index) =>
		async ({ actor, event, oracle, real, sender }) => {
			const found = event.comments[index];
			const path = `DELETE /events/${event.id}/comments/${found?.id ?? '999999999'}`;
			const response = await real.send(actor, sender, path);
			expectStatus(response, oracle.predictCommentRemoval(actor, event, found));
			if (response.status === 200) event.comments = event.comments.filter((one) => one !== found);
		},
);

const toGroups = (oracle: Oracle, groupNumbers: number[]): string[][] =>
	[1, 2].map((group) => oracle.users.filter((_, index) => groupNumbers[index] === group).map(({ id }) => id));
const toGroupsInput = (groups: string[][]) =>
	groups.map((players, index) => ({ id: `group-${index}`, name: `Group ${index}`, players }));

const saveGroups = createCommand(
	'save groups',
	fc.tuple(groupNumbersPerUser, version),
	([groupNumbers, versionKind]) =>
		async (context) => {
			const { actor, event, oracle, real, sender } = context;
			const groups = toGroups(oracle, groupNumbers);
			const requestBody = { groups: toGroupsInput(groups), ...pickVersion(versionKind, event.groupsVersion) };
			const response = await real.send(actor, sender, `POST /events/${event.id}/groups`, requestBody);
			expectStatus(response, oracle.predictGroups(actor, event, requestBody.version));
			if (response.status === 200) saveExpectedGroups(event, groups);
		},
);

/** Two users save groups from the same version. One save succeeds, the other gets a conflict. */
const saveGroupsTwice = createCommand(
	'save groups twice at once',
	fc.tuple(groupNumbersPerUser, groupNumbersPerUser),
	(choices) => async (context) => {
		const { actor, event, oracle, real, sender } = context;
		const predicted = oracle.predictGroups(actor, event, event.groupsVersion);
		const groupVariants = choices.map((groupNumbers) => toGroups(oracle, groupNumbers));
		const responses = await Promise.all(
			groupVariants.map((groups, index) =>
				real.send(actor, index === 0 ? sender : getOtherSender(sender), `POST /events/${event.id}/groups`, {
					groups: toGroupsInput(groups),
					version: event.groupsVersion,
				}),
			),
		);
		const statuses = responses.map((response) => response.status).sort();
		deepStrictEqual(statuses, predicted === 200 ? [200, 409] : [predicted, predicted]);
		if (predicted !== 200) return;
		const savedGroups = pickAt(groupVariants, responses[0]?.status === 200 ? 0 : 1);
		saveExpectedGroups(event, savedGroups);
	},
);

const setRole = createCommand(
	'set role',
	fc.tuple(fc.nat(3), fc.constantFrom<Role>(...ROLES)),
	([userIndex, role]) =>
		async ({ actor, oracle, real, sender }) => {
			const user = pickAt(oracle.users, userIndex);
			const response = await real.send(actor, sender, `PUT /admin/users/${user.id}/role`, { role });
			expectStatus(response, oracle.predictRole(actor, user, role));
			if (response.status === 200) user.role = role;
		},
	false,
);

/**
 * Creates lists of at most `maxCommands` commands. Commands that add rows are more frequent than commands that remove
 * rows.
 */
export const createCommandLists = (maxCommands: number) =>
	fc.commands(
		[
			...[createEvent, editEvent, setEventStatus, deleteEvent, setRole],
			...[signUp, signUp, signUpTwice, changeSignup, removeSignup],
			...[commentTwice, deleteComment, saveGroups, saveGroups, saveGroupsTwice],
		],
		{ maxCommands, size: 'max' },
	);
