import { createHash } from 'node:crypto';
import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import type { Board } from '~/domain/groups/board.ts';
import { boardInput, type GroupsView } from '~/domain/groups/schema.ts';
import { describeDropped, GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { formatDisplayName, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import { parseJsonObject } from '~/server/http/body.ts';
import {
	type FormRefusal,
	isScriptRequest,
	load,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { findOwnUndo } from '~/server/operations/admin/index.ts';
import { autoSplitGroups, editGroups, saveGroups } from '~/server/operations/groups/index.ts';
import { findUsers } from '~/server/operations/users/index.ts';
import type { GroupsIntent, GroupsResponse } from './groups-response.ts';
import { getGroupsAddress, isGroupsAddress } from './panel-address.ts';
import { readStepFields, serializeStep } from './step.ts';

/** A form of the event page, as the page's action received it. */
export type SentForm = {
	request: Request;
	params: { eventId: string };
	url: URL;
	context: Readonly<RouterContextProvider>;
	form: FormData;
};

/** What handles the panel's forms: a step on the saved board, saving the whole board, or auto-split. */
export const GROUPS_FORMS = {
	'groups.edit': applyStep,
	'groups.save': saveBoard,
	'groups.autoSplit': splitBoard,
} satisfies Record<GroupsIntent, (sent: SentForm) => unknown>;

async function applyStep({ request, params, context, form }: SentForm) {
	const version = readVersion(form);
	const step = readStepFields(form);
	const { refusal } = await submit(editGroups, context, {
		params,
		read: () => ({ command: step, version, idempotencyKey: readKey(form, serializeStep(step)) }),
	});
	if (refusal) return respondRefusal(refusal, { intent: 'groups.edit', version: version ?? null, step });
	if (isScriptRequest(request)) return respondWithGroups({ intent: 'groups.edit', version: version ?? null });
	const notice = await offerUndo(context, { tone: 'success', title: GROUP_TEXTS.saved });
	return redirectAfterForm(context, getPanelUrl(request, params), notice);
}

async function saveBoard({ request, params, context, form }: SentForm) {
	const version = readVersion(form);
	const board = readBoard(form.get('board'));
	const { result, refusal } = await submit(saveGroups, context, {
		params,
		read: () => ({ ...board, version, idempotencyKey: readKey(form, 'save') }),
	});
	const details = { intent: 'groups.save', version: version ?? null } as const;
	if (refusal) {
		const draft = readDraft(board);
		const ids = draft?.groups.flatMap(({ players }) => players) ?? [];
		return respondRefusal(refusal, { ...details, draft, names: await findNames(context, ids) });
	}
	if (isScriptRequest(request)) {
		const undo = await load(findOwnUndo, context);
		return respondWithGroups({ ...details, saved: result, undo });
	}
	const { dropped } = result;
	const names = await findNames(context, dropped);
	const notice = await offerUndo(context, {
		tone: 'success',
		title: GROUP_TEXTS.saved,
		...(dropped.length > 0 && {
			text: describeDropped(dropped.map((id) => names[id] ?? UNKNOWN_NAMES.player)),
		}),
	});
	return redirectAfterForm(context, getPanelUrl(request, params), notice);
}

async function splitBoard({ params, context, form }: SentForm) {
	const version = readVersion(form) ?? null;
	const sent = form.get('board');
	const groupCount = readText(form, 'groupCount');
	const { result, refusal } = await submit(autoSplitGroups, context, {
		params,
		read: () => ({
			draft: sent === null ? undefined : readBoard(sent),
			groupCount: groupCount === '' ? undefined : Number(groupCount),
			firstTimersTogether: form.has('firstTimersTogether'),
		}),
	});
	const details = { intent: 'groups.autoSplit', version, groupCount } as const;
	if (!refusal) return respondWithGroups({ ...details, split: result });
	return respondRefusal(refusal, { ...details, isGroupCount: 'groupCount' in refusal.fieldErrors });
}

/** Returns the address of the groups on the event's page, open when the form came from there. */
const getPanelUrl = (request: Request, { eventId }: SentForm['params']): string =>
	`${getGroupsAddress(eventId, isGroupsAddress(new URL(request.url).searchParams))}#groups`;

const respondWithGroups = (groups: GroupsResponse['groups']) => data<GroupsResponse>({ error: null, groups });

function respondRefusal({ error, status, extra }: FormRefusal, groups: GroupsResponse['groups']) {
	const current = (extra.current as GroupsView | undefined) ?? null;
	return data<GroupsResponse>({ error, groups: { ...groups, current } }, { status });
}

async function findNames(context: SentForm['context'], ids: string[]): Promise<Record<string, string>> {
	if (ids.length === 0) return {};
	const users = await load(findUsers, context, { read: () => ({ ids }) });
	return Object.fromEntries(users.map((user) => [user.id, formatDisplayName(user, 'player')]));
}

function readVersion(form: FormData): number | undefined {
	const value = readText(form, 'version');
	return value === '' ? undefined : Number(value);
}

/** Without script all forms of a page share one key, so the pressed button's value is hashed into it. */
function readKey(form: FormData, pressed: string): string | undefined {
	const key = readText(form, 'key');
	return key === '' ? undefined : `${key}:${createHash('sha256').update(pressed).digest('hex')}`;
}

/** Returns the board of a form; anything but a JSON object is an empty board, which the operation refuses. */
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
	const { data: sent } = boardInput.safeParse(board);
	if (!sent) return null;
	const groups = sent.groups.map(({ coStorytellerIds = [], createdAt, ...group }) => ({
		...group,
		coStorytellerIds,
		createdAt: createdAt ?? '',
		scriptId: group.scriptId ?? null,
		voiceChannelId: group.voiceChannelId ?? null,
	}));
	return { groups, pins: sent.pins ?? [], keepApart: sent.keepApart ?? [] };
}
