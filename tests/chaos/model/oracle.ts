import type { EventStatus } from '~/domain/events/status.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { isAtLeast, type Role } from '~/domain/users/roles.ts';

/** A user with two sessions. */
export type OracleUser = { id: string; role: Role; tokens: [string, string] };
type OracleSignup = { id: string; status: SignupStatus; notes: string | null };
export type OracleEvent = {
	id: string;
	title: string;
	status: EventStatus;
	version: number;
	isDeleted: boolean;
	/** By user id. */
	signups: Map<string, OracleSignup>;
	comments: { id: string; userId: string; body: string }[];
	/** Player ids of each group, as saved. */
	groups: string[][];
	/** Players who had declined when the groups were saved: their seats count. */
	seatedWhileDeclined: Set<string>;
	groupsVersion: number;
};

/**
 * The rules of the API in memory, written independently of the application's code. Each `predict…` returns the expected
 * status and changes nothing. The commands update the state once the response agrees.
 */
export class Oracle {
	readonly users: OracleUser[];
	readonly events: OracleEvent[] = [];
	/** The number of executed commands. */
	commandCount = 0;
	/** Makes titles and texts unique. */
	counter = 0;

	constructor(users: OracleUser[]) {
		this.users = users;
	}

	predictCreate = (actor: OracleUser): number => (isAtLeast(actor.role, 'creator') ? 201 : 403);

	predictEdit(actor: OracleUser, event: OracleEvent, version: number | undefined): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		if (event.isDeleted) return 404;
		return version !== undefined && version !== event.version ? 409 : 200;
	}

	/** For cancel, reinstate and delete, which depend on the role only. */
	predictManage(actor: OracleUser, event: OracleEvent): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		return event.isDeleted ? 404 : 200;
	}

	predictSignup(actor: OracleUser, event: OracleEvent): number {
		if (event.isDeleted) return 404;
		if (event.status !== 'active') return 409;
		return event.signups.has(actor.id) ? 200 : 201;
	}

	predictRemoval(actor: OracleUser, event: OracleEvent): number {
		if (event.isDeleted) return 404;
		return event.signups.has(actor.id) ? 200 : 404;
	}

	predictChange(actor: OracleUser, event: OracleEvent, owner: OracleUser): number {
		if (event.isDeleted || !event.signups.has(owner.id)) return 404;
		if (actor.id !== owner.id && !isAtLeast(actor.role, 'creator')) return 403;
		return event.status === 'active' ? 200 : 409;
	}

	predictComment = (event: OracleEvent): number => (event.isDeleted ? 404 : 201);

	predictCommentRemoval(
		actor: OracleUser,
		event: OracleEvent,
		comment: { userId: string } | undefined,
	): number {
		if (event.isDeleted || !comment) return 404;
		return comment.userId === actor.id || isAtLeast(actor.role, 'creator') ? 200 : 403;
	}

	predictGroups(actor: OracleUser, event: OracleEvent, version: number | undefined): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		if (event.isDeleted) return 404;
		return version !== undefined && version !== event.groupsVersion ? 409 : 200;
	}

	predictRole(actor: OracleUser, user: OracleUser, role: Role): number {
		if (actor.role !== 'admin') return 403;
		const isLastAdmin =
			user.role === 'admin' && this.users.filter((one) => one.role === 'admin').length === 1;
		return isLastAdmin && role !== 'admin' ? 409 : 200;
	}
}

/** Returns the event as `viewer` must see it. */
export function toExpectedEvent(event: OracleEvent, viewer: OracleUser) {
	const canSeeNotes = isAtLeast(viewer.role, 'creator');
	const signups = [...event.signups].map(([userId, { id, status, notes }]) => ({
		id,
		user_id: userId,
		status,
		notes: canSeeNotes || userId === viewer.id ? notes : null,
	}));
	const { id, title, status, version } = event;
	return { id, title, status, version, signups: sortById(signups) };
}

/** Whether the saved seat of `userId` counts: users who left or declined after the groups were saved are left out. */
function isSeated({ signups, seatedWhileDeclined }: OracleEvent, userId: string): boolean {
	const status = signups.get(userId)?.status;
	return status !== undefined && (status !== 'declined' || seatedWhileDeclined.has(userId));
}

/** Ends the counted seat of a declined user whose signup became one of these statuses; null: it was deleted. */
export function endDeclinedSeat(event: OracleEvent, userId: string, statuses: (SignupStatus | null)[]): void {
	if (statuses.some((status) => status !== 'declined')) event.seatedWhileDeclined.delete(userId);
}

/** Saves the groups in the event: without users who are not signed up, or whose seat no longer counts. */
export function saveExpectedGroups(event: OracleEvent, groups: string[][]): void {
	const withdrawn = event.groups.flat().filter((id) => !isSeated(event, id));
	const players = groups.map((ids) => ids.filter((id) => event.signups.has(id) && !withdrawn.includes(id)));
	const declined = players.flat().filter((id) => event.signups.get(id)?.status === 'declined');
	event.groups = players;
	event.seatedWhileDeclined = new Set(declined);
	event.groupsVersion += 1;
}

/** Returns the groups as every viewer must see them. */
export function toExpectedGroups(event: OracleEvent) {
	const players = event.groups.map((group) => group.filter((id) => isSeated(event, id)));
	return { version: event.groupsVersion, players };
}

export const sortById = <Row extends { id: string }>(rows: Row[]): Row[] =>
	rows.sort((one, other) => Number(one.id) - Number(other.id));
