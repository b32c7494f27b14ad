import { createHash } from 'node:crypto';
import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import type { Board } from '~/domain/groups/board.ts';
import { type GroupsView, sentBoard } from '~/domain/groups/schema.ts';
import { displayName, UNKNOWN_NAMES } from '~/domain/people/display.ts';
import { type FormRefusal, isScripted, load, seeOther, submit } from '~/server/http/answers.ts';
import { parseJsonObject } from '~/server/http/body.ts';
import { autoSplitGroups, editGroups, saveGroups } from '~/server/operations/groups/index.ts';
import { findPeople } from '~/server/operations/users/index.ts';
import type { GroupsAnswer, GroupsIntent } from './groups-answer.ts';
import { readStepFields, writeStep } from './step.ts';

/** A form of the groups panel, as the event page's action received it. */
type Submitted = {
	request: Request;
	params: { eventId: string };
	context: Readonly<RouterContextProvider>;
	form: FormData;
};

/** Handles the panel's three forms: a step on the saved board, saving the whole board, or auto-split. */
export function answerGroups(intent: GroupsIntent, submitted: Submitted) {
	if (intent === 'groups.edit') return takeStep(submitted);
	return intent === 'groups.save' ? saveBoard(submitted) : splitBoard(submitted);
}

async function takeStep({ request, params, context, form }: Submitted) {
	const version = readVersion(form);
	const step = readStepFields(form);
	const { refusal } = await submit(editGroups, context, {
		params,
		read: () => ({ command: step, version, idempotencyKey: readKey(form, writeStep(step)) }),
	});
	if (refusal) return refuse(refusal, { intent: 'groups.edit', version: version ?? null, step });
	if (isScripted(request)) return answerData({ intent: 'groups.edit', version: version ?? null });
	return seeOther(context, panelOf(params), { tone: 'success', title: 'The groups are saved.' });
}

async function saveBoard({ request, params, context, form }: Submitted) {
	const version = readVersion(form);
	const board = readBoard(form.get('board'));
	const { answer, refusal } = await submit(saveGroups, context, {
		params,
		read: () => ({ ...board, version, idempotencyKey: readKey(form, 'save') }),
	});
	const about = { intent: 'groups.save', version: version ?? null } as const;
	if (refusal) {
		const draft = readDraft(board);
		const ids = draft?.groups.flatMap(({ players }) => players) ?? [];
		return refuse(refusal, { ...about, draft, names: await findNames(context, ids) });
	}
	if (isScripted(request)) return answerData({ ...about, saved: answer });
	const left = await nameDropped(context, answer.dropped);
	// The notice about removed players is at the top of the page; without it the page returns to the panel.
	return seeOther(context, left ? `/events/${params.eventId}` : panelOf(params), {
		tone: 'success',
		title: 'The groups are saved.',
		...(left ? { text: left } : {}),
	});
}

async function splitBoard({ params, context, form }: Submitted) {
	const version = readVersion(form) ?? null;
	const sent = form.get('board');
	const { answer, refusal } = await submit(autoSplitGroups, context, {
		params,
		read: () => (sent === null ? {} : { draft: readBoard(sent) }),
	});
	const about = { intent: 'groups.autoSplit', version } as const;
	return refusal ? refuse(refusal, about) : answerData({ ...about, split: answer });
}

const panelOf = ({ eventId }: Submitted['params']) => `/events/${eventId}#groups`;

const answerData = (groups: GroupsAnswer['groups']) => data<GroupsAnswer>({ error: null, groups });

function refuse({ error, status, extra }: FormRefusal, groups: GroupsAnswer['groups']) {
	const current = (extra.current as GroupsView | undefined) ?? null;
	return data<GroupsAnswer>({ error, groups: { ...groups, current } }, { status });
}

async function nameDropped(context: Submitted['context'], ids: string[]): Promise<string | null> {
	if (ids.length === 0) return null;
	const names = await findNames(context, ids);
	const left = ids.map((id) => names[id] ?? UNKNOWN_NAMES.player);
	return `${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} not signed up any more.`;
}

/** Returns the names of the users who still exist, by id. */
async function findNames(context: Submitted['context'], ids: string[]): Promise<Record<string, string>> {
	const people = await load(findPeople, context, { read: () => ({ ids }) });
	return Object.fromEntries(
		people.map(({ id, username, preferred_username: preferredUsername }) => [
			id,
			displayName({ username, preferredUsername }, 'player'),
		]),
	);
}

/** Returns the version that the form was made from; every form of the panel sends it. */
function readVersion(form: FormData): number | undefined {
	const value = readText(form, 'version');
	return value === '' ? undefined : Number(value);
}

/**
 * Returns the idempotency key of one button press. Without script all forms of a page share one key, so the
 * pressed button's value is hashed into it.
 */
function readKey(form: FormData, pressed: string): string | undefined {
	const key = readText(form, 'key');
	return key === '' ? undefined : `${key}:${createHash('sha256').update(pressed).digest('hex')}`;
}

/**
 * Returns the board that a form carries. Anything but a JSON object becomes an empty board, which the
 * operation refuses.
 */
function readBoard(value: FormDataEntryValue | null): Record<string, unknown> {
	if (typeof value !== 'string') return {};
	try {
		return parseJsonObject(Buffer.from(value));
	} catch {
		return {};
	}
}

/** Returns the refused board, for the page to render again, or null when it is malformed. */
function readDraft(board: Record<string, unknown>): Board | null {
	const { data: sent } = sentBoard.safeParse(board);
	if (!sent) return null;
	const groups = sent.groups.map((group) => ({ ...group, createdAt: group.createdAt ?? '' }));
	return { groups, pins: sent.pins ?? [], keepApart: sent.keepApart ?? [] };
}
