import type { WebSocket } from 'ws';
import { GUILD_MEMBERS, KNOWN_INTENTS, type Packet, PRIVILEGED_INTENTS } from './packets.ts';
import type { StandInState } from './state.ts';

const DISPATCH = 0;
const HEARTBEAT = 1;
const IDENTIFY = 2;
const RESUME = 6;
const REQUEST_MEMBERS = 8;
const INVALID_SESSION = 9;
const HELLO = 10;
const HEARTBEAT_ACK = 11;
/** Presence, voice state, soundboard and channel info: accepted without a response. */
const IGNORED_OPCODES = [3, 4, 31, 43];

const CLEAN_CLOSE_CODES = [1000, 1001];
const CLOSE_CODES = {
	unknownOpcode: 4001,
	decodeError: 4002,
	notAuthenticated: 4003,
	authenticationFailed: 4004,
	alreadyAuthenticated: 4005,
	invalidSequence: 4007,
	timedOut: 4009,
	invalidIntents: 4013,
	disallowedIntents: 4014,
};

/** A session outlives its connection and keeps its packets for a RESUME. */
export type Session = {
	readonly id: string;
	readonly intents: number;
	readonly log: (Packet & { s: number })[];
	connection: GatewayConnection | null;
};

/** What a connection needs from its gateway. */
export type GatewayHost = {
	readonly state: StandInState;
	readonly heartbeatMs: number;
	readonly acknowledges: boolean;
	readonly refusesResume: boolean;
	openSession(intents: number, connection: GatewayConnection): Session;
	findSession(id: string): Session | undefined;
	endSession(session: Session): void;
	requestMembers(session: Session, request: Record<string, unknown>): void;
	countResume(): void;
};

/** One socket, from HELLO on. Implements the part of Discord's protocol that a bot with one shard uses. */
export class GatewayConnection {
	session: Session | null = null;
	readonly #host: GatewayHost;
	readonly #socket: WebSocket;
	#heartbeatTimer: NodeJS.Timeout | undefined;

	constructor(host: GatewayHost, socket: WebSocket) {
		this.#host = host;
		this.#socket = socket;
		socket.on('message', (data) => this.#receive(String(data)));
		socket.on('close', (code) => {
			// A clean close ends the session. After any other close the session can be resumed.
			if (this.session && CLEAN_CLOSE_CODES.includes(code)) host.endSession(this.session);
			this.#detach();
		});
		socket.on('error', () => this.drop());
		this.#restartHeartbeatTimer();
		this.#send({ op: HELLO, d: { heartbeat_interval: host.heartbeatMs } });
	}

	dispatch(packet: Packet & { s: number }): void {
		this.#send({ op: DISPATCH, ...packet });
	}

	/** Sends an opcode other than a dispatch, such as 7 (Reconnect). */
	sendOpcode(op: number, d: unknown): void {
		this.#send({ op, d });
	}

	/** Breaks the connection without a close frame. */
	drop(): void {
		this.#detach();
		this.#socket.terminate();
	}

	#detach(): void {
		clearTimeout(this.#heartbeatTimer);
		if (this.session?.connection === this) this.session.connection = null;
		this.session = null;
	}

	#close(code: number): void {
		this.#detach();
		this.#socket.close(code);
	}

	#receive(text: string): void {
		const message = parse(text);
		const code = message ? this.#handleMessage(message) : CLOSE_CODES.decodeError;
		if (code !== null) this.#close(code);
	}

	/** Handles a message. Returns the code to close with, or null for a valid message. */
	#handleMessage({ op, d }: Message): number | null {
		const data = (d ?? {}) as Record<string, unknown>;
		if (op === HEARTBEAT) return this.#acknowledge();
		if (op === IDENTIFY) return this.#identify(data);
		if (op === RESUME) return this.#resume(data);
		if (!this.session) return CLOSE_CODES.notAuthenticated;
		if (op === REQUEST_MEMBERS) this.#host.requestMembers(this.session, data);
		return op === REQUEST_MEMBERS || IGNORED_OPCODES.includes(op) ? null : CLOSE_CODES.unknownOpcode;
	}

	#acknowledge(): null {
		this.#restartHeartbeatTimer();
		if (this.#host.acknowledges) this.#send({ op: HEARTBEAT_ACK });
		return null;
	}

	#identify({ token, intents, properties }: Record<string, unknown>): number | null {
		const { state } = this.#host;
		if (this.session) return CLOSE_CODES.alreadyAuthenticated;
		if (token !== state.guild.botToken) return CLOSE_CODES.authenticationFailed;
		if (typeof properties !== 'object') return CLOSE_CODES.decodeError;
		if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) return CLOSE_CODES.invalidIntents;
		const grantedIntents = state.grantsMembersIntent ? GUILD_MEMBERS : 0;
		if ((intents & PRIVILEGED_INTENTS & ~grantedIntents) !== 0) return CLOSE_CODES.disallowedIntents;
		this.session = this.#host.openSession(intents, this);
		return null;
	}

	#resume({ token, session_id: id, seq }: Record<string, unknown>): number | null {
		if (this.session) return CLOSE_CODES.alreadyAuthenticated;
		if (token !== this.#host.state.guild.botToken) return CLOSE_CODES.authenticationFailed;
		const session = this.#host.findSession(String(id));
		if (!session || this.#host.refusesResume) {
			this.#send({ op: INVALID_SESSION, d: false });
			return null;
		}
		const { log } = session;
		if (typeof seq !== 'number' || seq > log.length) return CLOSE_CODES.invalidSequence;
		session.connection?.drop();
		session.connection = this;
		this.session = session;
		this.#host.countResume();
		for (const packet of log.slice(seq)) this.dispatch(packet);
		this.dispatch({ t: 'RESUMED', d: {}, s: log.length });
		return null;
	}

	/** Discord closes a connection that misses a heartbeat. Twice the interval is tolerance for a busy machine. */
	#restartHeartbeatTimer(): void {
		clearTimeout(this.#heartbeatTimer);
		this.#heartbeatTimer = setTimeout(() => this.#close(CLOSE_CODES.timedOut), this.#host.heartbeatMs * 2);
	}

	#send(message: { op: number; t?: string; s?: number; d?: unknown }): void {
		const { op, t = null, s = null, d = null } = message;
		if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify({ t, s, op, d }));
	}
}

type Message = { op: number; d?: unknown };

function parse(text: string): Message | null {
	try {
		const message: unknown = JSON.parse(text);
		if (typeof message !== 'object' || message === null || !('op' in message)) return null;
		return typeof message.op === 'number' ? (message as Message) : null;
	} catch {
		return null;
	}
}
