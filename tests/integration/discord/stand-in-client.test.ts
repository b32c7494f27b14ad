import { once } from 'node:events';
import {
	Client,
	type ClientEvents,
	Events,
	GatewayIntentBits,
	GuildScheduledEventEntityType,
	GuildScheduledEventPrivacyLevel,
	MessageFlags,
	Partials,
	type RESTOptions,
} from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
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
