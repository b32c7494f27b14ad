import { expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { ANNOUNCEMENT_CHANNEL_ID, HIDDEN_CHANNEL_ID, TEXT_CHANNEL_ID, VOICE_CHANNEL_ID } from './channels.ts';
import { MENTIONABLE_ROLE_ID } from './objects.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, call, url } = useServedDiscord();
const { creator, player, secondPlayer, stranger } = PERSONAS;
const MESSAGES = `/channels/${TEXT_CHANNEL_ID}/messages`;
const post = (body: unknown, path = MESSAGES) => call('POST', path, body);
const button = { type: 2, style: 3, label: 'Confirm', custom_id: 'signup:7:confirmed' };
const link = { type: 2, style: 5, label: 'Open in Townbell', url: 'https://games.example/events/7' };
const row = (...components: unknown[]) => [{ type: 1, components }];
const read = (id: unknown) => call('GET', `${MESSAGES}/${id}`);

test('channels are listed with their overwrites, also those that the bot cannot see', async () => {
	const { body } = await call('GET', `/guilds/${DEMO_GUILD.guildId}/channels`);
	expect(body).toMatchObject([
		{ id: TEXT_CHANNEL_ID, type: 0, permission_overwrites: [] },
		{ id: VOICE_CHANNEL_ID, type: 2 },
		{ id: ANNOUNCEMENT_CHANNEL_ID, type: 5 },
		{
			id: HIDDEN_CHANNEL_ID,
			type: 0,
			permission_overwrites: [{ id: DEMO_GUILD.guildId, type: 0, deny: String(1n << 10n) }],
		},
	]);
	expect((await call('GET', `/channels/${TEXT_CHANNEL_ID}`)).body).toMatchObject({ name: 'the-green' });
	expect((await call('GET', `/channels/${HIDDEN_CHANNEL_ID}`)).body.code).toBe(50_001);
	expect((await call('GET', '/channels/1')).body.code).toBe(10_003);
});

test('a message with embed and buttons is created, read, edited, listed and deleted', async () => {
	const embed = {
		title: 'Game night',
		fields: [{ name: 'Confirmed', value: 'Priya' }],
		footer: { text: 'Townbell' },
	};
	const created = await post({ content: 'New', embeds: [embed], components: row(button, link) });
	expect(created).toMatchObject({
		status: 200,
		body: {
			content: 'New',
			author: { id: DEMO_GUILD.botUserId, bot: true },
			embeds: [{ type: 'rich', title: 'Game night', fields: [{ inline: false }] }],
			components: [
				{
					id: 1,
					components: [
						{ id: 2, custom_id: button.custom_id },
						{ id: 3, url: link.url },
					],
				},
			],
			edited_timestamp: null,
		},
	});
	const { id } = created.body;
	const edited = await call('PATCH', `${MESSAGES}/${id}`, { embeds: [{ title: 'Moved' }] });
	expect(edited.body).toMatchObject({
		content: 'New',
		embeds: [{ title: 'Moved' }],
		components: [{ type: 1 }],
		edited_timestamp: expect.any(String),
	});
	const second = await post({ content: 'Second' });
	expect((await call('GET', `${MESSAGES}?limit=1`)).body).toMatchObject([{ id: second.body.id }]);
	expect((await call('GET', `${MESSAGES}?before=${second.body.id}`)).body).toMatchObject([{ id }]);
	expect((await call('DELETE', `${MESSAGES}/${id}`)).status).toBe(204);
	for (const method of ['GET', 'PATCH', 'DELETE'])
		expect((await call(method, `${MESSAGES}/${id}`, method === 'PATCH' ? {} : undefined)).body.code).toBe(
			10_008,
		);
});

const text = (length: number) => 'x'.repeat(length);
const fields = (count: number, length: number) =>
	Array.from({ length: count }, () => ({ name: 'n', value: text(length) }));

test.each([
	['an empty message', { content: '' }, 50_006, null],
	['content over 2,000 characters', { content: text(2_001) }, 50_035, 'content'],
	[
		'embeds over 6,000 characters in all',
		{ embeds: [{ fields: fields(5, 1_000) }, { description: text(996) }] },
		50_035,
		'embeds',
	],
	['an empty field', { embeds: [{ fields: [{ name: 'n', value: ' ' }] }] }, 50_035, 'embeds'],
	['a link with a custom id', { components: row({ ...link, custom_id: 'x' }) }, 50_035, 'components'],
	['a button without a custom id', { components: row({ ...button, custom_id: null }) }, 50_035, 'components'],
	['two buttons with one custom id', { components: row(button, button) }, 50_035, 'components'],
	[
		'parse and a list of the same mentions',
		{ content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
		50_035,
		'allowed_mentions',
	],
	[
		'a mentioned user twice',
		{ content: 'x', allowed_mentions: { users: ['1', '1'] } },
		50_035,
		'allowed_mentions',
	],
])('Discord refuses %s', async (_, body, code, field) => {
	const refused = await post(body);
	expect(refused).toMatchObject({ status: 400, body: { code } });
	if (field) expect(refused.body.errors).toHaveProperty(field);
	const accepted = await post({
		content: text(2_000),
		embeds: [{ fields: fields(5, 1_000), description: text(995) }],
	});
	expect(accepted.status).toBe(200);
});

test.each([
	['a title over 256 characters', { embeds: [{ title: text(257) }] }],
	['a field over 1,024 characters', { embeds: [{ fields: fields(1, 1_025) }] }],
	['26 fields', { embeds: [{ fields: fields(26, 1) }] }],
	['a label over 80 characters', { components: row({ ...button, label: text(81) }) }],
	['a custom id over 100 characters', { components: row({ ...button, custom_id: text(101) }) }],
	['six buttons in a row', { components: row(...Array.from({ length: 6 }, () => link)) }],
	['an unknown key', { content: 'x', embed: {} }],
	[
		'101 mentioned users',
		{ content: 'x', allowed_mentions: { users: Array.from({ length: 101 }, (_, id) => String(id + 1)) } },
	],
	['a mentioned user that is no ID', { content: 'x', allowed_mentions: { users: ['Fern'] } }],
])('%s violates the schema', async (_, body) => {
	expect((await post(body)).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
});

test('permissions of the role and of the channel decide', async () => {
	const embed = { embeds: [{ title: 'Game night' }] };
	state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['EMBED_LINKS'] });
	expect((await post(embed)).body.code).toBe(50_013);
	const { id } = (await post({ content: 'Text' })).body;
	expect((await call('PATCH', `${MESSAGES}/${id}`, embed)).body.code).toBe(50_013);
	state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES', 'READ_MESSAGE_HISTORY'] });
	expect((await post({ content: 'Text' })).body.code).toBe(50_013);
	expect((await call('GET', MESSAGES)).body).toEqual([]);
	expect((await read(id)).body.code).toBe(50_013);
	state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['VIEW_CHANNEL'] });
	expect((await post({ content: 'Text' })).body.code).toBe(50_001);
	state.setPermissions(['VIEW_CHANNEL']);
	state.channels.setOverwrite(TEXT_CHANNEL_ID, { allow: ['SEND_MESSAGES'] });
	expect((await post({ content: 'Text' })).status).toBe(200);
	state.channels.remove(TEXT_CHANNEL_ID);
	expect((await post({ content: 'Text' })).body.code).toBe(10_003);
});

test('a thread gets two new names in ten minutes, and none while it is archived', async () => {
	const { id } = (await post({ content: 'New' })).body;
	await call('POST', `${MESSAGES}/${id}/threads`, { name: 'Game night' });
	const thread = state.channels.find(String(id));
	const rename = (name: string, rest = {}) => call('PATCH', `/channels/${id}`, { name, ...rest });
	if (thread) thread.isArchived = true;
	expect((await rename('One')).body.code).toBe(50_083);
	expect((await rename('One', { archived: false })).status).toBe(200);
	expect((await rename('Two')).body).toMatchObject({ name: 'Two', thread_metadata: { archived: false } });
	const refused = await rename('Three');
	expect([refused.status, thread?.name]).toEqual([429, 'Two']);
	expect(refused.body.retry_after).toBeGreaterThan(590);
	expect((await call('PATCH', `/channels/${TEXT_CHANNEL_ID}`, { name: 'x' })).body.code).toBe(50_013);
});

test('a message opens an archived thread, and none is accepted in a locked one', async () => {
	const { id } = (await post({ content: 'New' })).body;
	await call('POST', `${MESSAGES}/${id}/threads`, { name: 'Game night' });
	const thread = state.channels.find(String(id));
	const write = () => post({ content: 'Tomorrow' }, `/channels/${id}/messages`);
	if (thread) Object.assign(thread, { isArchived: true });
	expect([(await write()).status, thread?.isArchived]).toEqual([200, false]);
	if (thread) Object.assign(thread, { isLocked: true });
	expect((await write()).body.code).toBe(160_005);
	expect((await call('GET', `/channels/${id}`)).body).toMatchObject({ thread_metadata: { locked: true } });
});

test('a thread starts from a message once, and has separate permissions', async () => {
	const { id } = (await post({ content: 'Game night' })).body;
	const start = () => call('POST', `${MESSAGES}/${id}/threads`, { name: 'Game night' });
	expect(await start()).toMatchObject({
		status: 201,
		body: { id, type: 11, parent_id: TEXT_CHANNEL_ID, owner_id: DEMO_GUILD.botUserId },
	});
	expect((await start()).body.code).toBe(160_004);
	expect((await read(id)).body).toMatchObject({ thread: { id } });
	const inThread = () => post({ content: 'Groups' }, `/channels/${id}/messages`);
	expect((await inThread()).status).toBe(200);
	expect((await call('GET', `/channels/${id}`)).body).toMatchObject({ message_count: 1 });
	state.channels.setOverwrite(TEXT_CHANNEL_ID, {
		deny: ['SEND_MESSAGES_IN_THREADS', 'CREATE_PUBLIC_THREADS'],
	});
	expect((await inThread()).body.code).toBe(50_013);
	const other = (await post({ content: 'Other' })).body.id;
	expect((await call('POST', `${MESSAGES}/${other}/threads`, { name: 'x' })).body.code).toBe(50_013);
});

test('a direct message reaches members who accept them', async () => {
	const open = (recipient_id: string) => call('POST', '/users/@me/channels', { recipient_id });
	const { id } = (await open(player.discordId)).body;
	expect((await open(player.discordId)).body).toMatchObject({
		id,
		type: 1,
		recipients: [{ id: player.discordId }],
	});
	const send = (channelId: unknown) => post({ content: 'Tomorrow' }, `/channels/${channelId}/messages`);
	expect((await send(id)).status).toBe(200);
	state.channels.refusesDirectMessages.add(player.discordId);
	expect(await send(id)).toMatchObject({ status: 403, body: { code: 50_007 } });
	expect((await send((await open(stranger.discordId)).body.id)).body.code).toBe(50_278);
	expect((await open('1')).body.code).toBe(50_033);
});

test('only allowed mentions count, and a role only when it can be mentioned', async () => {
	const content = `<@${player.discordId}> <@${secondPlayer.discordId}> <@&${MENTIONABLE_ROLE_ID}> <@&${DEMO_GUILD.requiredRoleId}> @everyone`;
	const mentions = async (allowed_mentions?: unknown) => {
		const { body } = await post({ content, ...(allowed_mentions ? { allowed_mentions } : {}) });
		const users = (body.mentions as { id: string }[]).map(({ id }) => id);
		return [users, body.mention_roles, body.mention_everyone];
	};
	const both = [player.discordId, secondPlayer.discordId];
	expect(await mentions()).toEqual([both, [MENTIONABLE_ROLE_ID, DEMO_GUILD.requiredRoleId], true]);
	expect(await mentions({ parse: [] })).toEqual([[], [], false]);
	const { discordId } = player;
	expect(await mentions({ users: [discordId] })).toEqual([[discordId], [], false]);
	// Discord ignores users that the text does not mention, or that it does not know.
	expect(await mentions({ parse: [], users: ['1', creator.discordId] })).toEqual([[], [], false]);
	state.setPermissions(['VIEW_CHANNEL', 'SEND_MESSAGES']);
	expect(await mentions()).toEqual([both, [MENTIONABLE_ROLE_ID], false]);
});

test('an enforced nonce makes no second message for some minutes', async () => {
	const message = { content: 'Once', nonce: 'announcement-7', enforce_nonce: true };
	const first = (await post(message)).body;
	expect((await post({ ...message, content: 'Twice' })).body).toMatchObject({
		id: first.id,
		content: 'Once',
	});
	expect((await post({ ...message, enforce_nonce: false })).body.id).not.toBe(first.id);
	expect(state.channels.listMessages(TEXT_CHANNEL_ID)).toHaveLength(2);
	await call('DELETE', `${MESSAGES}/${first.id}`);
});

test('an uploaded picture is shown in the embed and stays when the embed is edited', async () => {
	const form = new FormData();
	const embeds = [{ title: 'Game night', image: { url: 'attachment://night.png' } }];
	form.set('payload_json', JSON.stringify({ embeds, attachments: [{ id: 0, filename: 'night.png' }] }));
	form.set('files[0]', new File([new Uint8Array([1, 2, 3])], 'night.png', { type: 'image/png' }));
	const authorization = `Bot ${DEMO_GUILD.botToken}`;
	const response = await fetch(`${url()}/api/v10${MESSAGES}`, {
		method: 'POST',
		headers: { authorization },
		body: form,
	});
	const { id, attachments, embeds: shown } = await response.json();
	const image = shown[0].image.url;
	expect([attachments, image]).toEqual([[], expect.stringMatching(/\/attachments\/.*\/night\.png$/)]);
	const edited = await call('PATCH', `${MESSAGES}/${id}`, { embeds: [{ ...embeds[0], title: 'Moved' }] });
	expect(edited.body).toMatchObject({ embeds: [{ title: 'Moved', image: { url: image } }] });
	const bytes = await (await fetch(`${url()}${new URL(image).pathname}`)).arrayBuffer();
	expect([...new Uint8Array(bytes)]).toEqual([1, 2, 3]);
	const removed = await call('PATCH', `${MESSAGES}/${id}`, { embeds: [{ title: 'Plain' }], attachments: [] });
	expect(JSON.stringify(removed.body)).not.toContain('night.png');
});
