import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { GatewayConnection, type GatewayHost, type Session } from './gateway-connection.ts';
import { listMembers } from './member-handlers.ts';
import { getApplicationFlags, toBotMemberObject, toBotUserObject, toGuildObject } from './objects.ts';
import { findPacketError, GUILD_MEMBERS, GUILDS, getRequiredIntent, type Packet } from './packets.ts';
import { isOpen, toEventObject } from './scheduled-events.ts';
import type { StandInState } from './state.ts';

const RECONNECT = 7;
const INVALID_SESSION = 9;
const CHUNK_SIZE = 1000;
const HEARTBEAT_MS = 41_250;

/** Discord's gateway. Sends the changes of the state to the sessions, and simulates connection failures for tests. */
export class StandInGateway implements GatewayHost {
	readonly state: StandInState;
	/** The heartbeat interval in HELLO. A connection without a heartbeat for twice as long is closed with 4009. */
	heartbeatMs = HEARTBEAT_MS;
	/** False: heartbeats are not acknowledged, as on a dead connection. */
	acknowledges = true;
	/** True: the gateway responds to every RESUME with INVALID_SESSION. */
	refusesResume = false;
	/** True: every connection is refused. */
	isDown = false;
	/** True: no handshake gets a response. */
	isSilent = false;
	/** Extra packets for a new session, between READY and GUILD_CREATE. */
	earlyPackets: Packet[] = [];
	/** The numbers of started and of resumed sessions. */
	identifies = 0;
	resumes = 0;
	readonly #server = new WebSocketServer({ noServer: true });
	readonly #connections = new Set<GatewayConnection>();
	readonly #sessions = new Map<string, Session>();
	readonly #pendingHandshakes = new Set<Duplex>();
	#isPaused = false;

	constructor(state: StandInState) {
		this.state = state;
		state.listen((packet) => this.#broadcast(packet, getRequiredIntent(packet.t)));
	}

	/** The sessions with an open connection. */
	get sessions(): readonly Session[] {
		return [...this.#sessions.values()].filter(({ connection }) => connection !== null);
	}

	/** Sends any packet to every session, for example a duplicate, a late packet or one with an unknown user. */
	send(t: string, d: unknown): void {
		this.#broadcast({ t, d }, 0);
	}

	/** Drops all packets from now on. A RESUME does not send them again. */
	pause(): void {
		this.#isPaused = true;
	}

	unpause(): void {
		this.#isPaused = false;
	}

	/** Breaks every connection. The sessions can be resumed. */
	dropAll(): void {
		for (const connection of this.#connections) connection.drop();
	}

	/** Breaks every connection and deletes the sessions, so that a RESUME fails. */
	deleteSessions(): void {
		this.dropAll();
		this.#sessions.clear();
	}

	/** Asks every client to reconnect and resume, as Discord does for maintenance. */
	requestReconnect(): void {
		for (const { connection } of this.sessions) connection?.sendOpcode(RECONNECT, null);
	}

	/** Invalidates every session. With `resumable` the clients may resume. */
	invalidate({ resumable = false } = {}): void {
		for (const session of this.sessions) {
			session.connection?.sendOpcode(INVALID_SESSION, resumable);
			if (!resumable) this.#sessions.delete(session.id);
		}
	}

	/** The number of handshakes without a response, with `isSilent`. */
	get pendingHandshakeCount(): number {
		return this.#pendingHandshakes.size;
	}

	/** Breaks the connections without a completed handshake. */
	cutHandshakes(): void {
		for (const socket of this.#pendingHandshakes) socket.destroy();
	}

	reset(): void {
		this.deleteSessions();
		this.cutHandshakes();
		this.isSilent = false;
		this.heartbeatMs = HEARTBEAT_MS;
		this.acknowledges = true;
		this.refusesResume = false;
		this.isDown = false;
		this.earlyPackets = [];
		this.identifies = 0;
		this.resumes = 0;
		this.#isPaused = false;
	}

	/** Handles an upgrade request. Only version 10 with uncompressed JSON is supported. */
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (this.isDown) {
			socket.destroy();
			return;
		}
		if (this.isSilent) {
			this.#pendingHandshakes.add(socket);
			socket.once('close', () => this.#pendingHandshakes.delete(socket));
			return;
		}
		const query = new URL(request.url ?? '/', 'ws://localhost').searchParams;
		if (query.get('v') !== '10' || query.get('encoding') !== 'json' || query.has('compress')) {
			this.state.violations.push(`unsupported gateway query ${query}`);
			socket.destroy();
			return;
		}
		this.#server.handleUpgrade(request, socket, head, (websocket) => {
			const connection = new GatewayConnection(this, websocket);
			this.#connections.add(connection);
			websocket.once('close', () => this.#connections.delete(connection));
		});
	}

	openSession(intents: number, connection: GatewayConnection): Session {
		const session: Session = { id: randomBytes(16).toString('hex'), intents, log: [], connection };
		this.#sessions.set(session.id, session);
		this.identifies += 1;
		this.#dispatch(session, { t: 'READY', d: this.#createReady(session) });
		for (const packet of this.earlyPackets) this.#dispatch(session, packet);
		if (intents & GUILDS) this.#dispatch(session, { t: 'GUILD_CREATE', d: this.#createGuild() });
		return session;
	}

	findSession(id: string): Session | undefined {
		return this.#sessions.get(id);
	}

	endSession({ id }: Session): void {
		this.#sessions.delete(id);
	}

	countResume(): void {
		this.resumes += 1;
	}

	/** Sends members by name or by ID to a client. A request for all members needs the members intent. */
	requestMembers(session: Session, { query, limit, user_ids: ids, nonce }: Record<string, unknown>): void {
		const all = listMembers(this.state);
		const requestedIds = ids === undefined ? null : new Set([ids].flat());
		if (!requestedIds && query === '' && !(session.intents & GUILD_MEMBERS)) return;
		const prefix = String(query ?? '').toLowerCase();
		const found = all
			.filter(({ user }) =>
				requestedIds ? requestedIds.has(user.id) : user.username.toLowerCase().startsWith(prefix),
			)
			.slice(0, Number(limit) || all.length);
		const unknown = [...(requestedIds ?? [])].filter((id) => !all.some(({ user }) => user.id === id));
		const count = Math.max(1, Math.ceil(found.length / CHUNK_SIZE));
		for (let index = 0; index < count; index += 1) {
			const d = {
				guild_id: this.state.guild.guildId,
				members: found.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
				chunk_index: index,
				chunk_count: count,
				not_found: unknown,
				nonce,
			};
			this.#dispatch(session, { t: 'GUILD_MEMBERS_CHUNK', d });
		}
	}

	#broadcast(packet: Packet, intent: number): void {
		if (this.#isPaused) return;
		for (const session of this.#sessions.values()) {
			if ((session.intents & intent) === intent) this.#dispatch(session, packet);
		}
	}

	/** Sends a packet with the session's next sequence number, and keeps it for a RESUME. */
	#dispatch(session: Session, packet: Packet): void {
		const numberedPacket = { ...packet, s: session.log.length + 1 };
		session.log.push(numberedPacket);
		session.connection?.dispatch(numberedPacket);
	}

	#createReady(session: Session) {
		const { clientId, guildId } = this.state.guild;
		return {
			v: 10,
			user: { ...toBotUserObject(this.state), verified: true, mfa_enabled: false, email: null },
			guilds: [{ id: guildId, unavailable: true }],
			session_id: session.id,
			resume_gateway_url: this.state.gatewayUrl,
			shard: [0, 1],
			application: { id: clientId, flags: getApplicationFlags(this.state) },
		};
	}

	/** Without the presence intent Discord sends only the bot as a member. */
	#createGuild() {
		const d = {
			...toGuildObject(this.state),
			joined_at: toBotMemberObject(this.state).joined_at,
			large: true,
			unavailable: false,
			member_count: listMembers(this.state).length,
			members: [toBotMemberObject(this.state)],
			channels: this.state.channels.list().map((channel) => this.state.channels.toObject(channel)),
			threads: [],
			voice_states: [],
			presences: [],
			stage_instances: [],
			soundboard_sounds: [],
			guild_scheduled_events: this.state.events
				.list()
				.filter(isOpen)
				.map((event) => toEventObject(this.state, event)),
		};
		const error = findPacketError({ t: 'GUILD_CREATE', d });
		if (error !== null) this.state.violations.push(`the gateway's ${error}`);
		return d;
	}
}
