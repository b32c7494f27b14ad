import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { GatewayConnection, type GatewayHost, type Session } from './gateway-connection.ts';
import { listMembers } from './member-handlers.ts';
import { applicationFlags, botMemberObject, botUserObject, channelObjects, guildObject } from './objects.ts';
import { checkPacket, findNeededIntent, GUILD_MEMBERS, GUILDS, type Packet } from './packets.ts';
import { describeEvent, isOpen } from './scheduled-events.ts';
import type { StandInState } from './state.ts';

const RECONNECT = 7;
const INVALID_SESSION = 9;
const CHUNK = 1000;
const HEARTBEAT_MS = 41_250;

/** Discord's gateway: tells the sessions what happens in the state, and does what tests want a bad line to do. */
export class StandInGateway implements GatewayHost {
	readonly state: StandInState;
	/** What HELLO asks for; whoever is silent for twice as long is closed with 4009. */
	heartbeatMs = HEARTBEAT_MS;
	/** False: heartbeats go unanswered, as on a dead line. */
	acknowledges = true;
	/** True: every RESUME is answered with INVALID_SESSION. */
	refusesResume = false;
	/** True: nobody gets a connection. */
	isDown = false;
	/** True: nobody's handshake is answered. */
	isSilent = false;
	/** Packets of the test's own that a new session gets between READY and GUILD_CREATE. */
	earlyPackets: Packet[] = [];
	/** How often a session was begun, and taken up again. */
	identifies = 0;
	resumes = 0;
	readonly #server = new WebSocketServer({ noServer: true });
	readonly #connections = new Set<GatewayConnection>();
	readonly #sessions = new Map<string, Session>();
	readonly #unanswered = new Set<Duplex>();
	#isPaused = false;

	constructor(state: StandInState) {
		this.state = state;
		state.listen((packet) => this.#tell(packet, findNeededIntent(packet.t)));
	}

	/** The sessions that have a connection now. */
	get sessions(): readonly Session[] {
		return [...this.#sessions.values()].filter(({ connection }) => connection !== null);
	}

	/** Sends a packet of the test's own to every session, whatever it holds: a duplicate, one about nobody, one too late. */
	send(t: string, d: unknown): void {
		this.#tell({ t, d }, 0);
	}

	/** From now on packets are lost: a RESUME does not bring them back. */
	pause(): void {
		this.#isPaused = true;
	}

	unpause(): void {
		this.#isPaused = false;
	}

	/** Cuts every line; the sessions can be resumed. */
	dropAll(): void {
		for (const connection of this.#connections) connection.drop();
	}

	/** Cuts every line and forgets the sessions: a RESUME fails. */
	forgetSessions(): void {
		this.dropAll();
		this.#sessions.clear();
	}

	/** Asks every client to reconnect and resume, as Discord does when it moves them. */
	requestReconnect(): void {
		for (const { connection } of this.sessions) connection?.signal(RECONNECT, null);
	}

	/** Tells every client that its session is over, or that it may try to resume. */
	invalidate({ resumable = false } = {}): void {
		for (const session of this.sessions) {
			session.connection?.signal(INVALID_SESSION, resumable);
			if (!resumable) this.#sessions.delete(session.id);
		}
	}

	/** How many wait for their handshake to be answered, with `isSilent`. */
	get unanswered(): number {
		return this.#unanswered.size;
	}

	/** Cuts those who wait for their handshake. */
	cutHandshakes(): void {
		for (const socket of this.#unanswered) socket.destroy();
	}

	reset(): void {
		this.forgetSessions();
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

	/** Takes over a request to upgrade; only version 10 in plain JSON is spoken. */
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (this.isDown) {
			socket.destroy();
			return;
		}
		if (this.isSilent) {
			this.#unanswered.add(socket);
			socket.once('close', () => this.#unanswered.delete(socket));
			return;
		}
		const query = new URL(request.url ?? '/', 'ws://localhost').searchParams;
		if (query.get('v') !== '10' || query.get('encoding') !== 'json' || query.has('compress')) {
			this.state.violations.push(`the gateway was asked for ${query}`);
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
		this.#dispatch(session, { t: 'READY', d: this.#describeReady(session) });
		for (const packet of this.earlyPackets) this.#dispatch(session, packet);
		if (intents & GUILDS) this.#dispatch(session, { t: 'GUILD_CREATE', d: this.#describeGuild() });
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

	/** Answers a client that asks for members by name or by ID; asking for all needs the members intent. */
	requestMembers(session: Session, { query, limit, user_ids: ids, nonce }: Record<string, unknown>): void {
		const all = listMembers(this.state);
		const wanted = ids === undefined ? null : new Set([ids].flat());
		if (!wanted && query === '' && !(session.intents & GUILD_MEMBERS)) return;
		const start = String(query ?? '').toLowerCase();
		const found = all
			.filter(({ user }) => (wanted ? wanted.has(user.id) : user.username.toLowerCase().startsWith(start)))
			.slice(0, Number(limit) || all.length);
		const unknown = [...(wanted ?? [])].filter((id) => !all.some(({ user }) => user.id === id));
		const count = Math.max(1, Math.ceil(found.length / CHUNK));
		for (let index = 0; index < count; index += 1) {
			const d = {
				guild_id: this.state.guild.guildId,
				members: found.slice(index * CHUNK, (index + 1) * CHUNK),
				chunk_index: index,
				chunk_count: count,
				not_found: unknown,
				nonce,
			};
			this.#dispatch(session, { t: 'GUILD_MEMBERS_CHUNK', d });
		}
	}

	#tell(packet: Packet, intent: number): void {
		if (this.#isPaused) return;
		for (const session of this.#sessions.values()) {
			if ((session.intents & intent) === intent) this.#dispatch(session, packet);
		}
	}

	/** Numbers the packet for this session and keeps it for a RESUME. */
	#dispatch(session: Session, packet: Packet): void {
		const numbered = { ...packet, s: session.log.length + 1 };
		session.log.push(numbered);
		session.connection?.dispatch(numbered);
	}

	#describeReady(session: Session) {
		const { clientId, guildId } = this.state.guild;
		return {
			v: 10,
			user: { ...botUserObject(this.state), verified: true, mfa_enabled: false, email: null },
			guilds: [{ id: guildId, unavailable: true }],
			session_id: session.id,
			resume_gateway_url: this.state.gatewayUrl,
			shard: [0, 1],
			application: { id: clientId, flags: applicationFlags(this.state) },
		};
	}

	/** Without the presence intent Discord sends no members but the bot itself. */
	#describeGuild() {
		const d = {
			...guildObject(this.state),
			joined_at: botMemberObject(this.state).joined_at,
			large: true,
			unavailable: false,
			member_count: listMembers(this.state).length,
			members: [botMemberObject(this.state)],
			channels: channelObjects(this.state),
			threads: [],
			voice_states: [],
			presences: [],
			stage_instances: [],
			soundboard_sounds: [],
			guild_scheduled_events: this.state.events
				.list()
				.filter(isOpen)
				.map((event) => describeEvent(this.state, event)),
		};
		const wrong = checkPacket({ t: 'GUILD_CREATE', d });
		if (wrong !== null) this.state.violations.push(`the gateway's ${wrong}`);
		return d;
	}
}
