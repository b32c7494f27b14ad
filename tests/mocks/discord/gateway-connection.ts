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
/** Presence, voice state, soundboard, channel info: taken without an answer. */
const SILENT = [3, 4, 31, 43];

const GOODBYE = [1000, 1001];
const CLOSE = {
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

/** What outlives a connection, so that a RESUME finds what was missed. */
export type Session = {
	readonly id: string;
	readonly intents: number;
	readonly log: (Packet & { s: number })[];
	connection: GatewayConnection | null;
};

/** What a connection needs of the gateway that it belongs to. */
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

/** One socket, from HELLO on: the part of Discord's protocol that a bot with one shard sees. */
export class GatewayConnection {
	session: Session | null = null;
	readonly #host: GatewayHost;
	readonly #socket: WebSocket;
	#deadline: NodeJS.Timeout | undefined;

	constructor(host: GatewayHost, socket: WebSocket) {
		this.#host = host;
		this.#socket = socket;
		socket.on('message', (data) => this.#read(String(data)));
		socket.on('close', (code) => {
			// Who says goodbye does not come back; any other end leaves the session to be resumed.
			if (this.session && GOODBYE.includes(code)) host.endSession(this.session);
			this.#leave();
		});
		socket.on('error', () => this.drop());
		this.#awaitHeartbeat();
		this.#send({ op: HELLO, d: { heartbeat_interval: host.heartbeatMs } });
	}

	dispatch(packet: Packet & { s: number }): void {
		this.#send({ op: DISPATCH, ...packet });
	}

	/** Sends a bare opcode, such as 7, Reconnect. */
	signal(op: number, d: unknown): void {
		this.#send({ op, d });
	}

	/** The line is cut: no close frame. */
	drop(): void {
		this.#leave();
		this.#socket.terminate();
	}

	#leave(): void {
		clearTimeout(this.#deadline);
		if (this.session?.connection === this) this.session.connection = null;
		this.session = null;
	}

	#close(code: number): void {
		this.#leave();
		this.#socket.close(code);
	}

	#read(text: string): void {
		const message = parse(text);
		const code = message ? this.#obey(message) : CLOSE.decodeError;
		if (code !== null) this.#close(code);
	}

	/** The code to close with, or null when all is well. */
	#obey({ op, d }: Message): number | null {
		const data = (d ?? {}) as Record<string, unknown>;
		if (op === HEARTBEAT) return this.#acknowledge();
		if (op === IDENTIFY) return this.#identify(data);
		if (op === RESUME) return this.#resume(data);
		if (!this.session) return CLOSE.notAuthenticated;
		if (op === REQUEST_MEMBERS) this.#host.requestMembers(this.session, data);
		return op === REQUEST_MEMBERS || SILENT.includes(op) ? null : CLOSE.unknownOpcode;
	}

	#acknowledge(): null {
		this.#awaitHeartbeat();
		if (this.#host.acknowledges) this.#send({ op: HEARTBEAT_ACK });
		return null;
	}

	#identify({ token, intents, properties }: Record<string, unknown>): number | null {
		const { state } = this.#host;
		if (this.session) return CLOSE.alreadyAuthenticated;
		if (token !== state.guild.botToken) return CLOSE.authenticationFailed;
		if (typeof properties !== 'object') return CLOSE.decodeError;
		if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) return CLOSE.invalidIntents;
		const granted = state.grantsMembersIntent ? GUILD_MEMBERS : 0;
		if ((intents & PRIVILEGED_INTENTS & ~granted) !== 0) return CLOSE.disallowedIntents;
		this.session = this.#host.openSession(intents, this);
		return null;
	}

	#resume({ token, session_id: id, seq }: Record<string, unknown>): number | null {
		if (this.session) return CLOSE.alreadyAuthenticated;
		if (token !== this.#host.state.guild.botToken) return CLOSE.authenticationFailed;
		const session = this.#host.findSession(String(id));
		if (!session || this.#host.refusesResume) {
			this.#send({ op: INVALID_SESSION, d: false });
			return null;
		}
		const { log } = session;
		if (typeof seq !== 'number' || seq > log.length) return CLOSE.invalidSequence;
		session.connection?.drop();
		session.connection = this;
		this.session = session;
		this.#host.countResume();
		for (const packet of log.slice(seq)) this.dispatch(packet);
		this.dispatch({ t: 'RESUMED', d: {}, s: log.length });
		return null;
	}

	/** Discord hangs up on who misses a heartbeat; twice the interval leaves room for a busy machine. */
	#awaitHeartbeat(): void {
		clearTimeout(this.#deadline);
		this.#deadline = setTimeout(() => this.#close(CLOSE.timedOut), this.#host.heartbeatMs * 2);
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
