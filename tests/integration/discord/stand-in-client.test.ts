import { once } from 'node:events';
import {
	Client,
	type ClientEvents,
	ComponentType,
	Events,
	GatewayIntentBits,
	GuildMember,
	GuildScheduledEventEntityType,
	GuildScheduledEventPrivacyLevel,
	MessageFlags,
	Partials,
	type RESTOptions,
	TextInputStyle,
} from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';

/**
 * Tests the gateway of the stand-in with the real client: what discord.js accepts from it, the app accepts
 * too.
 */
const { state, gateway, url, call } = useServedDiscord();
const clients: Client[] = [];
afterEach(async () => {
	for (const client of clients.splice(0)) await client.destroy();
	expect(gateway.sessions).toEqual([]);
});

const sendRequest: RESTOptions['makeRequest'] = (address, init) =>
	fetch(address, init as RequestInit) as unknown as ReturnType<RESTOptions['makeRequest']>;

function createClient(): Client {
	const client = new Client({
		intents: [
			GatewayIntentBits.Guilds,
			GatewayIntentBits.GuildScheduledEvents,
			GatewayIntentBits.GuildMembers,
		],
		partials: [Partials.User, Partials.GuildScheduledEvent, Partials.GuildMember],
		rest: { api: `${url()}/api`, makeRequest: sendRequest },
	});
	clients.push(client);
	return client;
}

async function logIn(client = createClient()): Promise<Client> {
	const ready = once(client, Events.ClientReady);
	await client.login(DEMO_GUILD.botToken);
	await ready;
	return client;
}

/** Resolves with the arguments of the next client event of this name. */
const waitForEvent = <Name extends keyof ClientEvents>(client: Client, name: Name) =>
	once(client, name) as unknown as Promise<ClientEvents[Name]>;
const addEvent = () => state.addEvent({ name: 'A night', startsAt: new Date(Date.now() + 86_400_000) });
const readGuild = (client: Client) => client.guilds.fetch(DEMO_GUILD.guildId);

test('a client becomes ready and knows the server, its roles and its events', async () => {
	const { id } = addEvent();
	const client = await logIn();
	expect(client.user?.id).toBe(DEMO_GUILD.botUserId);
	const guild = client.guilds.cache.get(DEMO_GUILD.guildId);
	expect(guild?.name).toBe(DEMO_GUILD.name);
	expect([...(guild?.scheduledEvents.cache.keys() ?? [])]).toEqual([id]);
	expect(guild?.roles.cache.get(DEMO_GUILD.requiredRoleId)?.name).toBe(DEMO_GUILD.requiredRoleName);
	expect(guild?.members.me?.permissions.has(['CreateEvents', 'ManageEvents'])).toBe(true);
	expect([...(guild?.members.cache.keys() ?? [])]).toEqual([DEMO_GUILD.botUserId]);
});

test('refuses a wrong token and a missing intent', async () => {
	await expect(createClient().login('wrong')).rejects.toThrow('invalid token');
	state.grantsMembersIntent = false;
	await expect(createClient().login(DEMO_GUILD.botToken)).rejects.toThrow('disallowed intents');
});

test('interest arrives, even for users and events that the client does not know', async () => {
	const client = await logIn();
	gateway.pause();
	const { id } = addEvent();
	gateway.unpause();
	const added = waitForEvent(client, Events.GuildScheduledEventUserAdd);
	state.addInterest(id, PERSONAS.player.discordId);
	const [event, user] = await added;
	expect([event.id, user.id]).toEqual([id, PERSONAS.player.discordId]);
	const removed = waitForEvent(client, Events.GuildScheduledEventUserRemove);
	state.removeInterest(id, PERSONAS.player.discordId);
	expect((await removed)[1].id).toBe(PERSONAS.player.discordId);
});

test('events created, changed and deleted by REST are dispatched; subscribers are listed', async () => {
	const client = await logIn();
	const guild = await readGuild(client);
	const created = waitForEvent(client, Events.GuildScheduledEventCreate);
	const event = await guild.scheduledEvents.create({
		name: 'Trouble Brewing',
		scheduledStartTime: Date.now() + 86_400_000,
		scheduledEndTime: Date.now() + 90_000_000,
		privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
		entityType: GuildScheduledEventEntityType.External,
		entityMetadata: { location: 'The town square' },
	});
	expect((await created)[0].id).toBe(event.id);
	state.addInterest(event.id, PERSONAS.player.discordId);
	const subscribers = await event.fetchSubscribers({ withMember: true });
	expect([...subscribers.keys()]).toEqual([PERSONAS.player.discordId]);
	const updated = waitForEvent(client, Events.GuildScheduledEventUpdate);
	state.updateEvent(event.id, { status: 4 });
	expect((await updated)[1].isCanceled()).toBe(true);
	const deleted = waitForEvent(client, Events.GuildScheduledEventDelete);
	await event.delete();
	expect((await deleted)[0].id).toBe(event.id);
	expect(state.events.list()).toEqual([]);
});

test('changes of unknown members arrive: roles, joining and leaving', async () => {
	const client = await logIn();
	const { player, stranger } = PERSONAS;
	const updated = waitForEvent(client, Events.GuildMemberUpdate);
	state.setRoles(player.discordId, []);
	const [, member] = await updated;
	expect([member.id, member.roles.cache.has(DEMO_GUILD.requiredRoleId)]).toEqual([player.discordId, false]);
	const joined = waitForEvent(client, Events.GuildMemberAdd);
	state.setRoles(stranger.discordId, [DEMO_GUILD.requiredRoleId]);
	expect((await joined)[0].roles.cache.has(DEMO_GUILD.requiredRoleId)).toBe(true);
	const left = waitForEvent(client, Events.GuildMemberRemove);
	state.leaveGuild(player.discordId);
	expect((await left)[0].id).toBe(player.discordId);
	const role = waitForEvent(client, Events.GuildRoleUpdate);
	state.setPermissions(['CREATE_EVENTS']);
	expect((await role)[1].permissions.has('ManageEvents')).toBe(false);
	const members = await (await readGuild(client)).members.fetch({ time: 5_000 });
	expect(members.size).toBe(7);
});

test('a broken connection is resumed, and missed packets arrive', async () => {
	const client = await logIn();
	const resumed = waitForEvent(client, Events.ShardResume);
	const created = waitForEvent(client, Events.GuildScheduledEventCreate);
	gateway.dropAll();
	const { id } = addEvent();
	expect((await created)[0].id).toBe(id);
	await resumed;
	expect([gateway.identifies, gateway.resumes, gateway.sessions.length]).toEqual([1, 1, 1]);
});

test('a client resumes after a reconnect request, and identifies again when its session is lost', async () => {
	const client = await logIn();
	const resumed = waitForEvent(client, Events.ShardResume);
	gateway.requestReconnect();
	await resumed;
	const ready = waitForEvent(client, Events.ShardReady);
	gateway.deleteSessions();
	await ready;
	expect([gateway.identifies, gateway.resumes]).toEqual([2, 1]);
});

test('a silent connection is closed and resumed', async () => {
	gateway.heartbeatMs = 1_000;
	const client = await logIn();
	const resumed = waitForEvent(client, Events.ShardResume);
	gateway.acknowledges = false;
	await once(client, Events.ShardReconnecting);
	gateway.acknowledges = true;
	await resumed;
	expect(gateway.identifies).toBe(1);
});

test('a slash command gets a reply, immediate or deferred', async () => {
	const client = await logIn();
	await call('PUT', `/applications/${DEMO_GUILD.clientId}/guilds/${DEMO_GUILD.guildId}/commands`, [
		{
			name: 'botc',
			description: 'Game nights',
			options: [
				{ type: 1, name: 'next', description: 'The next night' },
				{
					type: 1,
					name: 'signup',
					description: 'Sign up',
					options: [{ type: 3, name: 'notes', description: 'Notes' }],
				},
			],
		},
	]);
	client.on(Events.InteractionCreate, async (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		const flags = MessageFlags.Ephemeral;
		if (interaction.options.getSubcommand() === 'next') {
			await interaction.reply({ content: `Hello ${interaction.user.username}`, flags });
			return;
		}
		await interaction.deferReply({ flags });
		await interaction.editReply(`Noted: ${interaction.options.getString('notes')}`);
	});
	const { discordId: userId, username } = PERSONAS.player;
	const reply = await state.invokeCommand({ userId, command: 'botc', subcommand: 'next' });
	expect(reply).toMatchObject({ content: `Hello ${username}`, isEphemeral: true, wasDeferred: false });
	const signup = { userId, command: 'botc', subcommand: 'signup', options: { notes: 'late' } };
	expect(await state.invokeCommand(signup)).toMatchObject({ content: 'Noted: late', wasDeferred: true });
});

const COMMANDS_PATH = `/applications/${DEMO_GUILD.clientId}/guilds/${DEMO_GUILD.guildId}/commands`;
const COMMANDS = [
	{
		name: 'create',
		description: 'Create an event',
		options: [{ type: 3, name: 'like', description: 'An event', autocomplete: true }],
	},
	{ name: 'Sign up for…', type: 2 },
	{ name: 'Edit event', type: 3 },
];
const TEXT_INPUT = { type: ComponentType.TextInput, style: TextInputStyle.Short } as const;
const MODAL = {
	custom_id: 'draft:7',
	title: 'Create an event',
	components: ['title', 'when'].map((custom_id) => ({
		type: ComponentType.Label as const,
		label: custom_id,
		component: { ...TEXT_INPUT, custom_id },
	})),
};
const SELECT = {
	type: ComponentType.StringSelect as const,
	customId: 'tellers:7',
	maxValues: 2,
	options: ['ann', 'ben', 'cat'].map((value) => ({ label: value, value })),
};

test('a command opens a modal, whose reply has a select, and the app suggests choices', async () => {
	const client = await logIn();
	await call('PUT', COMMANDS_PATH, COMMANDS);
	client.on(Events.InteractionCreate, async (interaction) => {
		if (interaction.isAutocomplete()) {
			const { name, value } = interaction.options.getFocused(true);
			await interaction.respond([{ name: `${name} ${value}`, value: '7' }]);
		} else if (interaction.isChatInputCommand()) await interaction.showModal(MODAL);
		else if (interaction.isModalSubmit()) {
			expect(interaction.isFromMessage()).toBe(false);
			const content = `${interaction.fields.getTextInputValue('title')} ${interaction.fields.getTextInputValue('when')}`;
			const row = { type: ComponentType.ActionRow as const, components: [SELECT] };
			await interaction.reply({ content, components: [row], flags: MessageFlags.Ephemeral });
		} else if (interaction.isStringSelectMenu())
			await interaction.update({ content: `${interaction.customId} ${interaction.values}`, components: [] });
	});
	const { discordId: userId } = PERSONAS.creator;
	const typing = { userId, command: 'create', option: 'like', value: 'bl' };
	expect(await state.autocomplete(typing)).toMatchObject([{ name: 'like bl', value: '7' }]);
	const { modal } = await state.invokeCommand({ userId, command: 'create' });
	const values = { title: 'Blood', when: 'fri 8pm' };
	const preview = await state.submitModal({ userId, modalId: modal?.id ?? '', values });
	expect(preview).toMatchObject({ content: 'Blood fri 8pm', isEphemeral: true });
	const { messageId } = preview;
	const chosen = await state.select({ userId, messageId, customId: 'tellers:7', values: ['ann', 'cat'] });
	expect(chosen).toMatchObject({ content: 'tellers:7 ann,cat', isUpdate: true, messageId });
});

test('the menus of users and messages bring the user, the member and the message', async () => {
	const client = await logIn();
	await call('PUT', COMMANDS_PATH, COMMANDS);
	client.on(Events.InteractionCreate, async (interaction) => {
		const flags = MessageFlags.Ephemeral;
		if (interaction.isUserContextMenuCommand()) {
			const { targetUser, targetMember } = interaction;
			const isMember = targetMember instanceof GuildMember;
			const hasRole = isMember && targetMember.roles.cache.has(DEMO_GUILD.requiredRoleId);
			await interaction.reply({ content: `${targetUser.username} ${hasRole}`, flags });
		} else if (interaction.isMessageContextMenuCommand()) {
			const { id, content } = interaction.targetMessage;
			await interaction.reply({ content: `${id} ${content}`, flags });
		}
	});
	const { creator, player } = PERSONAS;
	const choice = { userId: creator.discordId, command: 'Sign up for…', targetId: player.discordId };
	expect((await state.invokeOnUser(choice)).content).toBe(`${player.username} true`);
	const { id: messageId } = state.channels.post(TEXT_CHANNEL_ID, { content: 'Blood' });
	const reply = await state.invokeOnMessage({ userId: creator.discordId, command: 'Edit event', messageId });
	expect(reply.content).toBe(`${messageId} Blood`);
});
