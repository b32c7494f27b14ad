import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, DiscordMirror, Setting, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { readImage } from '~/server/images/read-image.ts';
import { deleteOrphanImages, storeImage } from '~/server/images/store.ts';
import { readAnnouncementForm } from '~/server/operations/admin/read-announcement-form.ts';
import {
	readSettings,
	readSettingsCard,
	readSiteSettings,
	saveAnnouncementSettings,
	saveSettings,
	setSetting,
} from '~/server/operations/admin/save-settings.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { HIDDEN_CHANNEL_ID, TEXT_CHANNEL_ID, VOICE_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { BOT_ROLE_ID, MENTIONABLE_ROLE_ID } from '~/tests/mocks/discord/objects.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const now = new Date('2026-10-15T12:00:00Z');
let admin: User;
const buildContext = () => ({ actor: { id: String(admin.id), role: 'admin' as const }, now });
const set = (key: string, value: unknown) =>
	perform(setSetting, buildContext(), { params: { key }, read: () => ({ value }) });
const save = (body: Record<string, unknown>) => perform(saveSettings, buildContext(), { read: () => body });
const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : String(error)),
	);
const makePicture = async () => {
	const bytes = Buffer.from(await createPng());
	const { hash } = await readImage(bytes);
	return { hash, url: `data:image/png;base64,${bytes.toString('base64')}`, bytes };
};
const listEntries = async () =>
	(await AuditEntry.findAll({ order: ['id'] })).map(({ subjectId, detail }) => [subjectId, detail.isSet]);

beforeEach(async () => {
	await clearTables('users', 'events', 'settings', 'images', 'discord_mirrors', 'audit_entries');
	await deleteJobs();
	admin = await createUserRow({ role: 'admin' });
});

describe('announcements', () => {
	test('the settings can be set and removed, and each change is in the audit trail', async () => {
		const roleId = state.guild.requiredRoleId;
		await set('announcement_channel_id', TEXT_CHANNEL_ID);
		await set('announcement_role_id', roleId);
		expect(await set('announcement_threads', 'true')).toMatchObject({
			announcement_channel_id: TEXT_CHANNEL_ID,
			announcement_threads: 'true',
			announcement_role_id: roleId,
		});
		expect(await set('announcement_channel_id', '')).toMatchObject({ announcement_channel_id: '' });
		expect(await listEntries()).toEqual([
			['announcement_channel_id', true],
			['announcement_role_id', true],
			['announcement_threads', true],
			['announcement_channel_id', false],
		]);
	});

	test('reminder times are the default until they are set; an empty value then means no reminders', async () => {
		const id = '600000000000000001';
		const times = async () => (await perform(readSettings, buildContext())).reminder_minutes;
		const saveDialog = (reminder_minutes: string) =>
			perform(saveAnnouncementSettings, buildContext(), {
				read: () => ({
					announcement_channel_id: id,
					announcement_threads: '',
					announcement_role_id: '',
					reminder_minutes,
				}),
			});
		await saveDialog('1440,60');
		expect([await times(), await Setting.findByPk('reminder_minutes')]).toEqual(['1440,60', null]);
		expect(await set('reminder_minutes', '60,10080')).toMatchObject({ reminder_minutes: '10080,60' });
		await saveDialog('60,10080');
		await saveDialog('');
		expect([await times(), (await Setting.findByPk('reminder_minutes'))?.value]).toEqual(['', '']);
		expect(await set('reminder_minutes', '1440,60')).toMatchObject({ reminder_minutes: '1440,60' });
		expect(await listEntries()).toEqual([
			['announcement_channel_id', true],
			['reminder_minutes', true],
			['reminder_minutes', false],
			['reminder_minutes', true],
		]);
		await Setting.truncate();
		await saveDialog('');
		expect([await times(), (await Setting.findByPk('reminder_minutes'))?.value]).toEqual(['', '']);
	});

	test('reminders are direct messages until the way is set, and after it was cleared; the dialog may omit it', async () => {
		const way = async (value: string) => (await set('reminder_way', value)).reminder_way;
		expect((await perform(readSettings, buildContext())).reminder_way).toBe('direct');
		expect([await way('direct'), await way('thread')]).toEqual(['direct', 'thread']);
		const body = { announcement_channel_id: '', announcement_threads: '', announcement_role_id: '' };
		await perform(saveAnnouncementSettings, buildContext(), {
			read: () => ({ ...body, reminder_minutes: '1440,60' }),
		});
		expect((await perform(readAnnouncementForm, buildContext())).saved.reminder_way).toBe('thread');
		expect(await way('')).toBe('direct');
		expect(await listEntries()).toHaveLength(2);
	});

	test('the days before an event of a series are 7 until they are set, and after they were cleared', async () => {
		const days = async (value: string) => (await set('announce_days_before', value)).announce_days_before;
		expect((await perform(readSettings, buildContext())).announce_days_before).toBe('7');
		expect([await days('7'), await days('60'), await days(' 1 '), await days('')]).toEqual([
			'7',
			'60',
			'1',
			'7',
		]);
		expect(await listEntries()).toHaveLength(3);
	});

	test.each<[string, string]>([
		...['0', '61', '7.5', '-1', '1e1', 'soon'].map(
			(days) => ['announce_days_before', days] as [string, string],
		),
		['reminder_minutes', '30'],
		['reminder_minutes', '1440;60'],
		['reminder_way', 'email'],
		['announcement_channel_id', 'the-green'],
		['announcement_role_id', '12'],
		['announcement_threads', 'yes'],
		['announcement_channel_id', '<@&600000000000000001>'],
	])('%s cannot be %s', async (key, value) => {
		await expect(set(key, value)).rejects.toMatchObject({ kind: 'invalid' });
		expect(await listEntries()).toEqual([]);
	});
});

describe('what the bot cannot use on Discord', () => {
	const hidden =
		"The bot can't post in #committee. Please give its role “View Channel”, “Send Messages”, “Embed Links”, “Read Message History” there.";
	const unknown = "The bot can't find this channel on the server. Please choose another.";
	const noRole = "This role isn't on the server. Please choose another.";
	const saveForm = (body: Record<string, string>) =>
		perform(saveAnnouncementSettings, buildContext(), { read: () => body });
	const form = { announcement_threads: 'true', announcement_role_id: '', reminder_minutes: '1440,60' };

	test.each([
		['announcement_channel_id', HIDDEN_CHANNEL_ID, hidden],
		['announcement_channel_id', VOICE_CHANNEL_ID, unknown],
		['announcement_role_id', '700000000000000001', noRole],
		['announcement_role_id', DEMO_GUILD.guildId, noRole],
	])('%s cannot be %s', async (key, value, text) => {
		await expect(set(key, value)).rejects.toMatchObject({ kind: 'invalid', fields: { value: [text] } });
		const body = { ...form, announcement_channel_id: '', [key]: value };
		await expect(saveForm(body)).rejects.toMatchObject({ kind: 'invalid', fields: { [key]: [text] } });
		expect(await Setting.count()).toBe(0);
	});

	test('stays when something else is changed, and is accepted while Discord does not respond', async () => {
		await set('announcement_channel_id', TEXT_CHANNEL_ID);
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES'] });
		await saveForm({ ...form, announcement_channel_id: TEXT_CHANNEL_ID });
		state.fail({ route: '*', status: 500 });
		expect(await set('announcement_channel_id', HIDDEN_CHANNEL_ID)).toMatchObject({
			announcement_channel_id: HIDDEN_CHANNEL_ID,
			announcement_threads: 'true',
		});
	});
});

describe('the roles of events', () => {
	const ROLE = '300000000000000950';
	const OTHER = '300000000000000951';
	const saveForm = (roles: Record<string, string>) =>
		perform(saveAnnouncementSettings, buildContext(), {
			read: () => ({
				announcement_channel_id: '',
				announcement_threads: '',
				announcement_role_id: '',
				reminder_minutes: '1440,60',
				...roles,
			}),
		});
	beforeEach(() => {
		state.setRole(ROLE);
		state.setRole(OTHER);
	});

	test('can be set, swapped and removed; the role to mention may be one of them', async () => {
		await set('announcement_role_id', MENTIONABLE_ROLE_ID);
		expect(await set('role_tonight', MENTIONABLE_ROLE_ID)).toMatchObject({
			role_tonight: MENTIONABLE_ROLE_ID,
		});
		await saveForm({ role_tonight: ROLE, role_storytellers_tonight: OTHER });
		await saveForm({ role_tonight: OTHER, role_storytellers_tonight: ROLE });
		await saveForm({});
		expect(await perform(readSettings, buildContext())).toMatchObject({
			role_tonight: OTHER,
			role_storytellers_tonight: ROLE,
		});
		expect(await set('role_tonight', '')).toMatchObject({ role_tonight: '' });
	});

	const arrange = (changes: Parameters<typeof state.setRole>[1]) => () => state.setRole(ROLE, changes);
	const BITS = [1, 2, 3, 4, 5, 7, 13, 17, 19, 22, 23, 24, 27, 28, 29, 30, 33, 34, 40, 41, 51, 52, 53, 60];
	test.each<[string, string, () => void, RegExp]>([
		['@everyone', DEMO_GUILD.guildId, () => {}, /another app manages/],
		['the bot’s own role', BOT_ROLE_ID, () => {}, /another app manages/],
		['a managed role', ROLE, arrange({ managed: true }), /another app manages/],
		['the required role', DEMO_GUILD.requiredRoleId, () => {}, /required to sign in/],
		['a role that does not exist', '700000000000000001', () => {}, /isn't on the server/],
		['a deleted role', ROLE, () => state.deleteRole(ROLE), /isn't on the server/],
		['a role as high as the bot’s', ROLE, arrange({ position: 2 }), /below its own/],
		[
			'the role of the storytellers',
			OTHER,
			() => Setting.create({ key: 'role_storytellers_tonight', value: OTHER }),
			/different roles/,
		],
		['text', '<@&300000000000000950>', () => {}, /choose a role/],
		...BITS.map((bit): [string, string, () => void, RegExp] => [
			`a role with the permission ${bit}`,
			ROLE,
			arrange({ permissions: (1n << BigInt(bit)) | (1n << 10n) }),
			/allows too much/,
		]),
	])('cannot be %s', async (_, value, prepare, text) => {
		await prepare();
		const before = await Setting.count();
		const refusal = (key: string) => ({ kind: 'invalid', fields: { [key]: [expect.stringMatching(text)] } });
		await expect(set('role_tonight', value)).rejects.toMatchObject(refusal('value'));
		await expect(saveForm({ role_tonight: value })).rejects.toMatchObject(refusal('role_tonight'));
		expect(await Setting.count()).toBe(before);
	});

	test('one role for both is refused in one form too', async () => {
		const both = { role_tonight: ROLE, role_storytellers_tonight: ROLE };
		await expect(saveForm(both)).rejects.toMatchObject({ kind: 'invalid' });
		state.fail({ route: '*', status: 500 });
		await expect(saveForm(both)).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('harmless permissions are no reason, nor a permission that the bot lacks or an outage: the role waits', async () => {
		const ordinary = [6, 8, 9, 10, 11, 14, 15, 16, 18, 20, 21, 25, 26, 31, 32, 35, 38, 44, 46, 49];
		state.setRole(ROLE, { permissions: ordinary.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n) });
		state.setPermissions(['MANAGE_EVENTS']);
		expect(await set('role_tonight', ROLE)).toMatchObject({ role_tonight: ROLE });
		state.fail({ route: '*', status: 500 });
		expect(await set('role_tonight', OTHER)).toMatchObject({ role_tonight: OTHER });
	});

	test('the form says why a role cannot be given', async () => {
		state.setRole(ROLE, { permissions: 2n });
		const { choices } = await perform(readAnnouncementForm, buildContext());
		expect(choices?.roles.map(({ name, problem }) => [name, problem])).toEqual([
			[DEMO_GUILD.requiredRoleName, 'required'],
			['Night owls', null],
			['Tonight', 'powerful'],
			['Tonight', null],
		]);
	});
});

describe('the banner', () => {
	test('can be set, read by every user, and removed', async () => {
		expect(await set('events_banner', '  Soup\r\nfor everyone  ')).toEqual({
			events_banner: 'Soup\nfor everyone',
			discord_event_image: '',
			announcement_channel_id: '',
			announcement_threads: '',
			announcement_role_id: '',
			role_tonight: '',
			role_storytellers_tonight: '',
			announce_days_before: '7',
			reminder_minutes: '1440,60',
			reminder_way: 'direct',
			link_previews: 'false',
			table_url: '',
		});
		const member = { actor: { id: '2', role: 'player' as const }, now };
		expect(await perform(readSiteSettings, member)).toEqual({ events_banner: 'Soup\nfor everyone' });
		await set('events_banner', 'Soup\nfor everyone');
		expect(await set('events_banner', '')).toMatchObject({ events_banner: '' });
		// A save that changed nothing left no entry.
		expect(await listEntries()).toEqual([
			['events_banner', true],
			['events_banner', false],
		]);
	});

	test('has at most 1,000 characters', async () => {
		await set('events_banner', 'x'.repeat(1_000));
		expect(await refusalOf(set('events_banner', 'x'.repeat(1_001)))).toBe(
			'invalid: The banner can have at most 1,000 characters',
		);
		expect(await refusalOf(save({ events_banner: 'x'.repeat(1_001) }))).toMatch(/^invalid/);
		expect((await Setting.findByPk('events_banner'))?.value).toHaveLength(1_000);
	});
});

test('link previews are off until they are switched on, in the card or by key', async () => {
	const isOn = async () => (await perform(readSettingsCard, buildContext())).linkPreviews;
	await save({ events_banner: '', linkPreviews: false });
	expect([await isOn(), await Setting.count()]).toEqual([false, 0]);
	await save({ events_banner: '', linkPreviews: true });
	await save({ events_banner: '' });
	expect(await isOn()).toBe(true);
	expect(await set('link_previews', '')).toMatchObject({ link_previews: 'false' });
	expect(await set('link_previews', 'true')).toMatchObject({ link_previews: 'true' });
	expect(await refusalOf(set('link_previews', 'yes'))).toBe("invalid: Please send 'true' or 'false'");
	await save({ events_banner: '', linkPreviews: false });
	expect(await isOn()).toBe(false);
	expect(await listEntries()).toEqual(Array.from({ length: 4 }, () => ['link_previews', true]));
});

test.each([
	['  https://clocktower.example/  ', 'https://clocktower.example'],
	['https://tables.example/owls/', 'https://tables.example/owls'],
	['', ''],
	['http://clocktower.example', null],
	['clocktower.example', null],
	['javascript:alert(1)', null],
	['https://ada:secret@clocktower.example', null],
	['https://clocktower.example/#owls', null],
	[`https://${'a'.repeat(200)}.example`, null],
])('%j is the address of an online table: %j', async (typed, saved) => {
	if (saved !== null) expect(await set('table_url', typed)).toMatchObject({ table_url: saved });
	else
		expect(await refusalOf(set('table_url', typed))).toBe(
			'invalid: Please enter an address that starts with https://, such as https://clocktower.example',
		);
	await set('table_url', '');
});

describe('the numbers of auto-split', () => {
	const config = { triggerCount: 24, maxGroups: 3, minPlayersPerGroup: 8, maxPlayersPerGroup: 12 };
	const defaults = { triggerCount: 16, maxGroups: 2, minPlayersPerGroup: 8, maxPlayersPerGroup: 15 };
	const readAutoSplit = async () => (await perform(readSettingsCard, buildContext())).autoSplit;

	test('are saved with the card; the defaults leave nothing behind', async () => {
		await save({ events_banner: '', autoSplit: defaults });
		expect(await Setting.findByPk('auto_split_config')).toBeNull();
		await save({ events_banner: '', autoSplit: config });
		expect(await readAutoSplit()).toEqual(config);
		await save({ events_banner: 'Soup' });
		expect(await readAutoSplit()).toEqual(config);
		await save({ events_banner: 'Soup', autoSplit: defaults });
		expect(await readAutoSplit()).toEqual(defaults);
		expect(await listEntries()).toEqual([
			['auto_split_config', true],
			['events_banner', true],
			['auto_split_config', false],
		]);
	});

	test('must fit together, and nothing of the card is saved otherwise', async () => {
		const impossible = { ...config, triggerCount: 15 };
		expect(await refusalOf(save({ events_banner: 'Soup', autoSplit: impossible }))).toBe(
			'invalid: 2 groups of at least 8 need 16 confirmed players, not 15',
		);
		expect(await Setting.count()).toBe(0);
	});
});

test.each(['auto_split_config', 'nope', '', '__proto__'])('there is no setting %j', async (key) => {
	expect(await refusalOf(set(key, 'x'))).toBe('missing: Setting not found');
	expect(await Setting.count()).toBe(0);
});

test.each([undefined, null, 7, {}])('%j is no value', async (value) => {
	expect(await refusalOf(set('events_banner', value))).toMatch(/^invalid/);
});

describe('the picture for mirrored events', () => {
	test('is stored, returned as a data URL, and not swept', async () => {
		const { hash, url } = await makePicture();
		const { discord_event_image: stored } = await set('discord_event_image', url);
		expect(stored).toMatch(/^data:image\/png;base64,/);
		expect(await perform(readSettings, buildContext())).toMatchObject({ discord_event_image: stored });
		expect(await perform(readSettingsCard, buildContext())).toMatchObject({ imageHash: hash });
		await database().query(`UPDATE images SET created_at = now() - interval '3 days'`);
		expect(await deleteOrphanImages(new Date())).toBe(0);
		expect(await set('discord_event_image', '')).toMatchObject({ discord_event_image: '' });
		// While the change can be undone, its picture stays.
		await execute('DELETE FROM undos');
		expect(await deleteOrphanImages(new Date())).toBe(1);
	});

	test.each([
		['data:image/png;base64,aGVsbG8=', 'Invalid image file. Please select a valid JPG, PNG, or GIF image.'],
		['https://example.org/a.png', 'Error reading image file. Please try again.'],
		[`data:image/png;base64,${'A'.repeat(14_000_000)}`, 'Image file size must be less than 10MB'],
	])('refuses an invalid picture', async (value, text) => {
		expect(await refusalOf(set('discord_event_image', value))).toBe(`invalid: ${text}`);
		expect([await Setting.count(), await AuditEntry.count()]).toEqual([0, 0]);
	});

	test('enqueues the mirrors of active events without their own picture, once', async () => {
		const { hash, bytes } = await makePicture();
		const own = await storeImage(await readImage(bytes));
		const createMirrored = async (
			fields: Parameters<typeof createEventRow>[0],
			state: 'synced' | 'deleted' = 'synced',
		) => {
			const { id } = await createEventRow(fields);
			await DiscordMirror.create({ eventId: id, discordEventId: null, state });
			return String(id);
		};
		const expectedIds = [await createMirrored({}), await createMirrored({})];
		await createMirrored({ imageId: own.id });
		await createMirrored({ status: 'completed' });
		await createMirrored({}, 'deleted');
		await createEventRow();
		await save({ events_banner: '', imageHash: hash });
		await save({ events_banner: 'changed', imageHash: hash });
		await save({ events_banner: 'changed again' });
		expect((await listJobs('events.mirror')).map(({ key }) => key).sort()).toEqual(expectedIds.sort());
		expect(await DiscordMirror.count({ where: { state: 'pending' } })).toBe(2);
		await deleteJobs();
		await save({ events_banner: 'changed again', imageHash: null });
		expect(await listJobs('events.mirror')).toHaveLength(2);
		expect(await listEntries()).toEqual([
			['discord_event_image', true],
			['events_banner', true],
			['events_banner', true],
			['discord_event_image', false],
		]);
	});

	test('with an unknown hash is refused, and the banner is not saved either', async () => {
		expect(await refusalOf(save({ events_banner: 'new', imageHash: 'a'.repeat(64) }))).toMatch(/^invalid/);
		expect([await Setting.count(), await AuditEntry.count()]).toEqual([0, 0]);
	});
});

test.each(['player', 'storyteller', 'creator'] as const)('a %s may do none of this', async (role) => {
	const other = { actor: { id: '9', role }, now };
	const requests = [
		perform(readSettings, other),
		perform(setSetting, other, { params: { key: 'events_banner' }, read: () => ({ value: 'x' }) }),
		perform(saveSettings, other, { read: () => ({ events_banner: 'x' }) }),
	];
	for (const work of requests) expect(await refusalOf(work)).toMatch(/^denied/);
	expect(await Setting.count()).toBe(0);
});
