import { describe, expect, test } from 'vitest';
import { mapStatuses } from '../signups/statuses.ts';
import {
	type AnnouncedEvent,
	type Embed,
	MESSAGE_LIMITS,
	toAnnouncement,
	toThreadName,
} from './announcement.ts';

const address = 'https://town.example/events/17';
const event: AnnouncedEvent = {
	id: '17',
	title: 'Friday Clocktower',
	description: 'Bring tea.',
	date: new Date('2030-03-01T20:30:00Z'),
	duration: 150,
	location: 'The Hearth',
	status: 'active',
	cancelReason: null,
	storytellers: ['Ada', 'Grace'],
	signups: { ...mapStatuses(() => []), confirmed: ['Juniper', 'Moss'], late: ['Wren'], declined: ['Pike'] },
};
const show = (changes: Partial<AnnouncedEvent> = {}, imageFile: string | null = null) =>
	toAnnouncement({ ...event, ...changes }, { address, imageFile });
const listFields = (embed: Embed) => Object.fromEntries(embed.fields.map(({ name, value }) => [name, value]));
const measure = ({ title, description = '', fields }: Embed) =>
	fields.reduce(
		(sum, { name, value }) => sum + name.length + value.length,
		title.length + description.length,
	);
const names = (count: number, name = 'Juniper') =>
	Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

test('an event with its signups', () => {
	const { embeds, components } = show({}, 'event.png');
	expect(embeds[0]).toMatchObject({
		title: 'Friday Clocktower',
		url: address,
		description: 'Bring tea.',
		image: { url: 'attachment://event.png' },
	});
	expect(listFields(embeds[0])).toEqual({
		When: '<t:1898627400:F>\n<t:1898627400:R>',
		Duration: '2.5 hours',
		Where: 'The Hearth',
		Storytellers: 'Ada, Grace',
		'Confirmed (2)': 'Juniper\nMoss',
		'Late (1)': 'Wren',
		'Declined (1)': 'Pike',
	});
	const [row] = components;
	expect(
		row.components.map(({ label, custom_id, url, disabled = false }) => [label, custom_id ?? url, disabled]),
	).toEqual([
		['Confirm', 'signup:17:confirmed', false],
		['Late', 'signup:17:late', false],
		['Maybe', 'signup:17:tentative', false],
		['Decline', 'signup:17:declined', false],
		['Open in Townbell', address, false],
	]);
});

test('fields that an event does not have are left out', () => {
	const [embed] = show({
		description: '',
		location: '',
		storytellers: [],
		signups: mapStatuses(() => []),
	}).embeds;
	expect(Object.keys(listFields(embed))).toEqual(['When', 'Duration', 'Signups']);
	expect(embed).not.toHaveProperty('description');
	expect(embed).not.toHaveProperty('image');
});

test.each([
	['cancelled', 'Cancelled: Friday Clocktower'],
	['completed', 'Completed: Friday Clocktower'],
] as const)('a %s event keeps its message, with disabled buttons', (status, title) => {
	const { embeds, components } = show({ status });
	expect(embeds[0].title).toBe(title);
	expect(components[0].components.map(({ disabled }) => disabled)).toEqual([
		true,
		true,
		true,
		true,
		undefined,
	]);
});

describe('hostile texts come out as plain text', () => {
	test.each([
		['@everyone', '@\u200beveryone'],
		['@here', '@\u200bhere'],
		['<@123456789012345678>', '\\<@123456789012345678>'],
		['<@&123456789012345678>', '\\<@&123456789012345678>'],
		[
			'**bold** __line__ ~~gone~~ ||secret||',
			'\\*\\*bold\\*\\* \\_\\_line\\_\\_ \\~\\~gone\\~\\~ \\|\\|secret\\|\\|',
		],
		['[prize](https://evil.example)', '\\[prize\\](https:\\//evil.example)'],
		['# Title', '\\# Title'],
		['> quote', '\\> quote'],
		['1. first', '1\\. first'],
		['`code`', '\\`code\\`'],
	])('%s', (typed, shown) => {
		const signups = mapStatuses((status) => (status === 'confirmed' ? [typed] : []));
		const changes = { title: typed, description: typed, location: typed, storytellers: [typed], signups };
		const [embed] = show(changes).embeds;
		expect([embed.title, embed.description]).toEqual([shown, shown]);
		const fields = listFields(embed);
		expect([fields.Where, fields.Storytellers, fields['Confirmed (1)']]).toEqual([shown, shown, shown]);
	});
});

describe('Discord’s limits', () => {
	test.each([
		['letters', 'a', 'a'],
		['stars, which are escaped', '*', '\\*'],
		['emoji of several units', '👩‍🚀', '👩‍🚀'],
	])('long texts of %s are shortened, and no escape or character is split', (_, character, shown) => {
		const changes = {
			status: 'cancelled' as const,
			title: character.repeat(200),
			description: character.repeat(4_000),
			location: character.repeat(200),
			storytellers: names(50, character.repeat(100)),
			signups: mapStatuses(() => names(300, character.repeat(200))),
		};
		const { embeds, components } = show(changes);
		const [embed] = embeds;
		expect(embed.title.length).toBeLessThanOrEqual(MESSAGE_LIMITS.title);
		expect(embed.description?.length).toBeGreaterThan(700);
		expect(embed.description?.length).toBeLessThanOrEqual(MESSAGE_LIMITS.description);
		expect(embed.description?.replaceAll(shown, '')).toBe('…');
		for (const { value } of embed.fields) expect(value.length).toBeLessThanOrEqual(MESSAGE_LIMITS.fieldValue);
		expect(measure(embed)).toBeLessThanOrEqual(MESSAGE_LIMITS.embedTotal);
		for (const { label, custom_id = '' } of components[0].components) {
			expect(label.length).toBeLessThanOrEqual(MESSAGE_LIMITS.label);
			expect(custom_id.length).toBeLessThanOrEqual(MESSAGE_LIMITS.customId);
		}
	});

	const onlyLate = (list: string[]) => mapStatuses((status) => (status === 'late' ? list : []));

	test('names that do not fit are counted', () => {
		const all = names(200, 'JuniperFox');
		const value = listFields(show({ signups: onlyLate(all) }).embeds[0])['Late (200)'] ?? '';
		const lines = value.split(', ');
		const shown = lines.slice(0, -1);
		expect(shown).toEqual(all.slice(0, shown.length));
		expect(lines.at(-1)).toBe(`and ${200 - shown.length} more`);
		expect(value.length + 'JuniperFox99, '.length).toBeGreaterThan(MESSAGE_LIMITS.fieldValue);
	});

	test('an event with a capacity names those who wait, in their order', () => {
		const fields = listFields(
			show({ places: '2 of 2 places taken, 2 waiting', waitlist: ['Ash', 'Birch'] }).embeds[0],
		);
		expect(fields).toMatchObject({ Places: '2 of 2 places taken, 2 waiting', 'Waitlist (2)': 'Ash\nBirch' });
		expect(Object.keys(fields)).not.toContain('Declined (0)');
		expect(Object.keys(fields)).not.toContain('Takes place');
		const decided = show({ decision: 'On: enough players' }).embeds[0];
		expect(listFields(decided)).toMatchObject({ 'Takes place': 'On: enough players' });
	});

	test.each([
		[15, '\n', true],
		[16, ', ', false],
	])('%d names are separated by %j', (count, separator, inline) => {
		const all = names(count, 'Wren');
		const fields = show({ signups: onlyLate(all) }).embeds[0].fields;
		expect(fields.at(-1)).toEqual({ name: `Late (${count})`, value: all.join(separator), inline });
	});

	test('a list of exactly 1,024 characters is complete', () => {
		const list = [...Array.from({ length: 93 }, () => 'a'.repeat(9)), 'b'.repeat(1)];
		const shown = listFields(show({ signups: onlyLate(list) }).embeds[0])['Late (94)'];
		expect(shown).toBe(list.join(', '));
		expect(shown).toHaveLength(MESSAGE_LIMITS.fieldValue);
	});

	test('an event id of any length fits into a custom id', () => {
		for (const { custom_id = '' } of show({ id: '9'.repeat(18) }).components[0].components) {
			expect(custom_id.length).toBeLessThanOrEqual(MESSAGE_LIMITS.customId);
		}
	});

	test('the name of a thread', () => {
		expect(toThreadName('a'.repeat(200))).toHaveLength(MESSAGE_LIMITS.threadName);
		expect(toThreadName('Friday')).toBe('Friday');
	});
});

test('the reason of a cancellation comes first, as plain text', () => {
	const { fields } = show({ status: 'cancelled', cancelReason: 'Ada is **ill**.' }).embeds[0];
	expect(fields[0]).toEqual({ name: 'Reason', value: 'Ada is \\*\\*ill\\*\\*.', inline: false });
	expect(listFields(show({ status: 'cancelled' }).embeds[0])).not.toHaveProperty('Reason');
});
