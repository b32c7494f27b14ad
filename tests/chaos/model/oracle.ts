import type { EventStatus } from '~/domain/events/schema.ts';
import { isAtLeast, type Role } from '~/domain/people/roles.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';

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
	groupsVersion: number;
};

/**
 * The rules of the API in memory: what a call must answer, decided without its code. Each `judge…` answers the status and
 * changes nothing; the commands change the state once the answer agrees.
 */
export class Oracle {
	readonly users: OracleUser[];
	readonly events: OracleEvent[] = [];
	/** How many commands were carried out. */
	steps = 0;
	/** Makes titles and texts that differ. */
	counter = 0;

	constructor(users: OracleUser[]) {
		this.users = users;
	}

	judgeCreate = (actor: OracleUser): number => (isAtLeast(actor.role, 'creator') ? 201 : 403);

	judgeEdit(actor: OracleUser, event: OracleEvent, version: number | undefined): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		if (event.isDeleted) return 404;
		return version !== undefined && version !== event.version ? 409 : 200;
	}

	/** Cancel, reinstate and delete have no other rule than who may. */
	judgeManage(actor: OracleUser, event: OracleEvent): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		return event.isDeleted ? 404 : 200;
	}

	judgeSignup(actor: OracleUser, event: OracleEvent): number {
		if (event.isDeleted) return 404;
		if (event.status !== 'active') return 409;
		return event.signups.has(actor.id) ? 200 : 201;
	}

	judgeRemoval(actor: OracleUser, event: OracleEvent): number {
		if (event.isDeleted) return 404;
		if (event.status !== 'active') return 409;
		return event.signups.has(actor.id) ? 200 : 404;
	}

	judgeChange(actor: OracleUser, event: OracleEvent, owner: OracleUser): number {
		if (event.isDeleted || !event.signups.has(owner.id)) return 404;
		if (actor.id !== owner.id && !isAtLeast(actor.role, 'creator')) return 403;
		return event.status === 'active' ? 200 : 409;
	}

	judgeComment = (event: OracleEvent): number => (event.isDeleted ? 404 : 201);

	judgeCommentRemoval(
		actor: OracleUser,
		event: OracleEvent,
		comment: { userId: string } | undefined,
	): number {
		if (event.isDeleted || !comment) return 404;
		return comment.userId === actor.id || isAtLeast(actor.role, 'creator') ? 200 : 403;
	}

	judgeGroups(actor: OracleUser, event: OracleEvent, version: number | undefined): number {
		if (!isAtLeast(actor.role, 'creator')) return 403;
		if (event.isDeleted) return 404;
		return version !== undefined && version !== event.groupsVersion ? 409 : 200;
	}

	judgeRole(actor: OracleUser, user: OracleUser, role: Role): number {
		if (actor.role !== 'admin') return 403;
		const isLastAdmin =
			user.role === 'admin' && this.users.filter((one) => one.role === 'admin').length === 1;
		return isLastAdmin && role !== 'admin' ? 409 : 200;
	}
}

/** The event as `viewer` must see it. */
export function toExpectedEvent(event: OracleEvent, viewer: OracleUser) {
	const maySeeNotes = isAtLeast(viewer.role, 'creator');
	const signups = [...event.signups].map(([userId, { id, status, notes }]) => ({
		...{ id, user_id: userId, status },
		notes: maySeeNotes || userId === viewer.id ? notes : null,
	}));
	const { id, title, status, version } = event;
	return { id, title, status, version, signups: sortById(signups) };
}

/** The groups as everybody must see them: without users who are not signed up. */
export function toExpectedGroups(event: OracleEvent) {
	const players = event.groups.map((group) => group.filter((id) => event.signups.has(id)));
	return { version: event.groupsVersion, players };
}

export const sortById = <Row extends { id: string }>(rows: Row[]): Row[] =>
	rows.sort((one, other) => Number(one.id) - Number(other.id));
