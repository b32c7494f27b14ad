import { expect, test } from 'vitest';
import { Event, EventSeries } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { toScheduledEvent } from '~/domain/discord/scheduled-event.ts';
import { EVENT_FIELD_USES, type EventField } from '~/domain/events/field-uses.ts';
import { EVENT_FIELDS, type FieldUses } from '~/domain/events/fields.ts';
import { eventListItemSchema } from '~/domain/events/schema.ts';
import { templateWeekInput } from '~/domain/events/template-week.ts';
import { CSV_COLUMNS } from '~/server/operations/admin/export-csv.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

/** The columns of an event that its creator does not write in a form. */
const OTHER_COLUMNS = [
	...['id', 'status', 'cancelReason', 'decision', 'standbysCalled', 'seriesId', 'seriesDate'],
	...[
		'creatorId',
		'discordEventId',
		'version',
		'groupsVersion',
		'isTestData',
		'announceLater',
		'createdAt',
		'updatedAt',
	],
];

/** The columns of a poll that are no fields of its event. */
const OWN_POLL_COLUMNS = [
	...['id', 'answer_by', 'creator_id', 'version', 'chosen_time_id', 'withdrawn_at', 'reminded_at'],
	...['closed_at', 'created_at'],
];

/** The names under which a request body or a response has a field, where they differ from its column. */
const OTHER_NAMES: Partial<Record<EventField, { list?: string; template?: string }>> = {
	title: { template: 'events' },
	date: { template: 'startDate' },
	imageId: { list: 'image_url' },
	storytellerIds: { list: 'storytellers', template: 'storytellerIds' },
};

const fields = Object.keys(EVENT_FIELD_USES) as EventField[];
const toColumn = (field: EventField) => Event.getAttributes()[field as 'title']?.field ?? field;
const getUses = (field: EventField): FieldUses => EVENT_FIELD_USES[field];
const isIn = (names: object, name: string) => Object.keys(names).includes(name);

/** Returns the fields of an event that the Discord event is made of; the picture is sent beside it. */
function listMirroredFields(): string[] {
	const read: string[] = ['imageId'];
	const event = { title: 'x', description: '', location: '', date: new Date(), duration: 60 };
	const spied = new Proxy(event, {
		get(target, name) {
			read.push(String(name));
			return Reflect.get(target, name);
		},
	});
	toScheduledEvent(spied, { address: 'x', communityName: 'x' });
	return read;
}

test('each event field says where it belongs', () => {
	const columns = Object.keys(Event.getAttributes()).filter((name) => !OTHER_COLUMNS.includes(name));
	expect(fields.filter((field) => field !== 'storytellerIds').sort()).toEqual(columns.sort());
	expect(fields).toEqual(expect.arrayContaining(Object.keys(EVENT_FIELDS)));
});

test.each(fields)('%s is where it belongs', (field) => {
	const { in: places } = getUses(field);
	const column = toColumn(field);
	const names = { list: column, template: column, ...OTHER_NAMES[field] };
	expect({
		series:
			field === 'storytellerIds' || isIn(EventSeries.getAttributes(), field) || places.includes('start'),
		template: isIn(templateWeekInput.shape, names.template),
		discord: listMirroredFields().includes(field),
		csv: CSV_COLUMNS.events.some((name) => name === column),
		list: isIn(eventListItemSchema.shape, names.list),
	}).toEqual({
		series: places.includes('series') || places.includes('start'),
		template: places.includes('template'),
		discord: places.includes('discord'),
		csv: places.includes('csv'),
		list: places.includes('list'),
	});
});

test('a poll has the columns of the fields that belong to it', async () => {
	const columns = await rows<{ name: string }>(
		`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'polls'`,
	);
	const fieldsOfPolls = fields.filter((field) => getUses(field).in.includes('poll'));
	expect(columns.map(({ name }) => name).sort()).toEqual(
		[...OWN_POLL_COLUMNS, ...fieldsOfPolls.map(toColumn)].sort(),
	);
});
