import { once } from 'node:events';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { GUILD_MEMBERS, GUILD_SCHEDULED_EVENTS, GUILDS } from './packets.ts';
import type { StandInState } from './state.ts';

export type Message = { op: number; t: string | null; s: number | null; d: Record<string, unknown> };

/** Provides gateway clients without automatic behavior. Their connections are closed after each test. */
export function useRawClients(state: StandInState) {
	const sockets: WebSocket[] = [];
	afterEach(() => {
		for (const socket of sockets.splice(0)) socket.terminate();
	});

	async function connect(query = 'v=10&encoding=json') {
		const socket = new WebSocket(`${state.gatewayUrl}?${query}`);
		sockets.push(socket);
		const messages: Message[] = [];
		const closed = new Promise<number>((resolve) => socket.once('close', resolve));
		const pendingChecks = new Set<() => void>();
		socket.on('message', (data) => {
			messages.push(JSON.parse(String(data)));
			for (const check of pendingChecks) check();
		});
		await once(socket, 'open');
		return {
			messages,
			closed,
			send: (op: number, d: unknown) => socket.send(JSON.stringify({ op, d })),
			sendText: (text: string) => socket.send(text),
			close: () => socket.close(1000),
			/** Waits for the first message with this opcode or type; earlier messages count. */
			find: (opcodeOrType: number | string) =>
				new Promise<Message>((resolve) => {
					const check = () => {
						const found = messages.find(({ op, t }) => op === opcodeOrType || t === opcodeOrType);
						if (found) resolve(found);
					};
					pendingChecks.add(check);
					check();
				}),
		};
	}

	async function identify(changes: object = {}) {
		const client = await connect();
		client.send(2, createIdentify(changes));
		const ready = await client.find('READY');
		return { ...client, sessionId: String(ready.d.session_id) };
	}
	async function resume(sessionId: string, seq: number) {
		const client = await connect();
		client.send(6, { token: DEMO_GUILD.botToken, session_id: sessionId, seq });
		return client;
	}

	return { connect, identify, resume };
}

/** Creates the data of a valid IDENTIFY. */
export const createIdentify = (changes: object = {}) => ({
	token: DEMO_GUILD.botToken,
	intents: GUILDS | GUILD_MEMBERS | GUILD_SCHEDULED_EVENTS,
	properties: { os: 'linux', browser: 'test', device: 'test' },
	...changes,
});

export const listTypes = (messages: readonly Message[]) => messages.flatMap(({ t }) => t ?? []);
