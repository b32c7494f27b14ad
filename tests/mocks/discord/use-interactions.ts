import { beforeEach } from 'vitest';
import type { Packet } from './packets.ts';
import { useServedDiscord } from './use-served-discord.ts';

/** Provides a served Discord stand-in whose interactions the test answers as the app would. */
export function useInteractions() {
	const discord = useServedDiscord();
	const { state, call } = discord;
	const { clientId, guildId } = state.guild;
	const packets: Packet[] = [];
	state.listen((packet) => packets.push(packet));
	beforeEach(() => {
		packets.length = 0;
	});
	return {
		...discord,
		packets,
		/** Replaces the app's commands. */
		register: (commands: unknown[]) =>
			call('PUT', `/applications/${clientId}/guilds/${guildId}/commands`, commands),
		/** Returns the packet of the latest interaction, whose reply is `reply`, and functions for the app's responses. */
		readLatest<Reply>(reply: Promise<Reply>) {
			reply.catch(() => undefined);
			const [{ d } = { d: null }] = packets.slice(-1);
			const { id, token, ...packet } = d as { id: string; token: string; data: unknown };
			const original = `/webhooks/${clientId}/${token}/messages/@original`;
			return {
				reply,
				packet,
				respond: (body: unknown, query = '') =>
					call('POST', `/interactions/${id}/${token}/callback${query}`, body, ''),
				edit: (body: unknown) => call('PATCH', original, body, ''),
				followUp: (body: unknown) => call('POST', `/webhooks/${clientId}/${token}`, body, ''),
				read: () => call('GET', original, undefined, ''),
			};
		},
	};
}

/** Returns the codes of an "Invalid Form Body" error with the paths of their fields. */
export function listFormErrors({ body }: { body: Record<string, unknown> }): string[] {
	const list = (tree: unknown, path: string): string[] =>
		Object.entries(Object(tree)).flatMap(([key, value]) =>
			key === '_errors'
				? (value as { code: string }[]).map(({ code }) => `${path}: ${code}`)
				: list(value, path ? `${path}.${key}` : key),
		);
	return list(body.errors, '');
}
