import { data } from 'react-router';
import type { z } from 'zod';
import { GROUPS_FORMS, type SentForm } from '~/app/routes/groups/groups-form.ts';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import {
	describeAnswer,
	describeSaved,
	describeSavedPlace,
	readSignupFields,
	redirectToEvent,
	toRefusedSignup,
} from '~/app/shell/signup-form.ts';
import { readStartQuestions } from '~/domain/events/start-questions.ts';
import { formatCount } from '~/domain/format-count.ts';
import { describeSavedResult, RESULT_TEXTS } from '~/domain/groups/result.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { isolate } from '~/domain/isolate.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { canWaitForPlayers, WAITS_UNTIL_MINUTES } from '~/domain/places/decision.ts';
import { describeOpenedPlaces } from '~/domain/places/texts.ts';
import type { Action } from '~/domain/policy.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import type { Flash } from '~/server/http/flash.ts';
import {
	createUnknownFormError,
	isScriptRequest,
	load,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { createComment, deleteComment } from '~/server/operations/comments/index.ts';
import {
	chooseDiscordTime,
	postAnnouncement,
	readEvent,
	retryMirror,
	updateEvent,
} from '~/server/operations/events/index.ts';
import { editGroups, postGroups, setWinner } from '~/server/operations/groups/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Operation } from '~/server/operations/kernel/operation.ts';
import { answerOffer, callStandbysOfEvent } from '~/server/operations/places/index.ts';
import {
	endRegular,
	findEventSignup,
	putSignup,
	removeSignup,
	setRegular,
} from '~/server/operations/signups/index.ts';

/** What handles each form of the page, by its intent. */
const FORMS = {
	...GROUPS_FORMS,
	'comments.create': postComment,
	'comments.delete': removeComment,
	'events.chooseTime': perform(chooseDiscordTime, {
		read: (form) => ({
			time: form.get('time'),
			start: form.get('start'),
			end: form.get('end'),
			accepted: form.getAll('accepted'),
		}),
		part: 'time',
		text: (_, form) =>
			form.get('time') === 'discord' ? "The event has Discord's time now." : 'Our time is sent to Discord.',
	}),
	'events.postAnnouncement': perform(postAnnouncement, { part: 'announcement', text: 'Posting to Discord…' }),
	'events.retryMirror': perform(retryMirror, { part: 'mirror', text: 'Trying Discord again.' }),
	'events.update': (sent: SentForm) => (sent.form.has('wait') ? waitForPlayers(sent) : addStoryteller(sent)),
	'groups.post': perform(postGroups, {
		// Sent twice, the second request would show no changes since the first.
		read: (form) => ({ idempotencyKey: form.get('key') }),
		part: 'groupPost',
		text: 'Posting the groups to Discord…',
		hash: '#groups',
	}),
	'groups.setWinner': setGroupWinner,
	'places.answer': perform(answerOffer, {
		read: (form) => ({ accept: form.get('accept') === 'true' }),
		text: describeSavedPlace,
	}),
	'places.callStandbys': perform(callStandbysOfEvent, {
		text: ({ recipients }) => `${formatCount(recipients, 'player')} asked.`,
	}),
	'signups.endRegular': endOwnRegular,
	'signups.put': perform(putSignup, {
		read: readSignupFields,
		text: ({ signup }, form) => describeAnswer(form) ?? describeSaved(signup),
	}),
	'signups.remove': removeOwnSignup,
	'signups.setRegular': perform(setRegular, {
		read: (form) => ({ status: form.get('status') }),
		text: "You're signed up every time.",
	}),
} satisfies Partial<Record<Action, (sent: SentForm) => unknown>>;

/** The intents of the forms that the page sends to its own action. */
export type EventPageIntent = keyof typeof FORMS;

/** Handles the page's own forms; its dialogs have actions of their own. Throws an error page for an unknown form. */
export async function handleEventForm(sent: Omit<SentForm, 'form'>) {
	const form = await readPageForm(sent.request, BODY_LIMITS.large);
	const intent = readText(form, 'intent');
	if (!Object.hasOwn(FORMS, intent)) throw createUnknownFormError();
	return FORMS[intent as EventPageIntent]({ ...sent, form });
}

type Command<Result, Part> = {
	/** Returns the operation's input, if it has one. */
	read?: (form: FormData) => unknown;
	/** The part of the page that shows a refusal; by default the signup bar, with what was typed. */
	part?: Part;
	/** What the user reads of success. */
	text: string | ((result: Result, form: FormData) => string);
	/** The part of the page to which a plain form returns. */
	hash?: '#groups';
};

/** Returns what handles a form of one operation. */
function perform<Schema extends z.ZodType, Result, const Part extends string = never>(
	operation: Operation<'eventId', Schema, Result>,
	{ read = () => ({}), part, text, hash }: Command<Result, Part>,
) {
	return async (sent: SentForm) => {
		const { params, context, form } = sent;
		const { result, refusal } = await submit(operation, context, { params, read: () => read(form) });
		if (!refusal) return respond(sent, typeof text === 'string' ? text : text(result, form), hash);
		const { error, fieldErrors, status } = refusal;
		if (!part) return data(toRefusedSignup(refusal, form), { status });
		return data({ error, part, questions: readStartQuestions(fieldErrors) }, { status });
	};
}

/** Saves who won the game of a group, or removes its result. */
async function setGroupWinner(sent: SentForm) {
	const { params, context, form } = sent;
	const groupId = readText(form, 'groupId');
	const winner = readText(form, 'winner') || null;
	const { result, refusal } = await submit(setWinner, context, {
		params: { ...params, groupId },
		read: () => ({ winner }),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') await load(readEvent, context, { params });
	if (refusal) {
		const error = refusal.kind === 'missing' ? RESULT_TEXTS.changed : refusal.error;
		return data({ error, part: 'winner' as const }, { status: refusal.status });
	}
	return respond(sent, describeSavedResult(result.name, result.winner), '#groups');
}

/** Ends that the viewer is a regular of the series. One who is none any more counts as success. */
async function endOwnRegular(sent: SentForm) {
	const { params, context, form } = sent;
	const { refusal } = await submit(endRegular, context, { params, returnedKinds: ['missing'] });
	if (refusal && refusal.kind !== 'missing')
		return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respond(sent, "You're no longer signed up for new events.");
}

/** Lets an event with too few players wait until two hours before its start, when it is cancelled if they are missing. */
async function waitForPlayers(sent: SentForm) {
	const { params, context, form } = sent;
	const { title, date } = await load(readEvent, context, { params });
	if (!canWaitForPlayers(new Date(date), getRequestFacts(context).now)) {
		const error = 'The start is less than 2 hours away. Cancel the event, or play with fewer.';
		return data(toRefusedSignup({ error, fieldErrors: {} }, form), { status: 409 });
	}
	const wait = {
		on_too_few: 'cancel',
		decide_minutes: WAITS_UNTIL_MINUTES,
		version: Number(form.get('version')),
	};
	const { refusal } = await submit(updateEvent, context, { params, read: () => ({ title, date, ...wait }) });
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respond(sent, 'The event waits for more players.');
}

/**
 * Adds one storyteller to the event at once, from the groups. With script the group that needs one gets them as an unsaved
 * change; a plain form saves the group, too.
 */
async function addStoryteller({ request, params, url, context, form }: SentForm) {
	const before = await load(readEvent, context, { params });
	const { title, date, storytellers, version } = before;
	const ids = storytellers.map(({ user_id }) => user_id);
	const id = readText(form, 'storytellerId');
	const storytellerIds = ids.includes(id) ? ids : [...ids, id];
	const read = () => ({ title, date, storytellerIds, version });
	const { result, refusal } = await submit(updateEvent, context, { params, read });
	if (refusal)
		return data({ error: refusal.error, part: 'storyteller' as const }, { status: refusal.status });
	const { event } = result;
	const name =
		event.storytellers.find(({ user_id }) => user_id === id)?.username || UNKNOWN_NAMES.storyteller;
	const opened = describeOpenedPlaces(before, event);
	const groupId = readText(form, 'groupId');
	const saved = {
		tone: 'success',
		title: `Saved: ${isolate(name)} is a storyteller of this event now.`,
	} as const;
	if (isScriptRequest(request)) {
		const notice = await offerUndo(context, { ...saved, text: opened ?? undefined });
		return { error: null, added: { storytellerId: id, groupId, notice } };
	}
	const step = { type: 'changeGroup', groupId, storytellerId: id };
	const seated = groupId && (await submit(editGroups, context, { params, read: () => ({ command: step }) }));
	const isSeated = seated && !seated.refusal;
	const text = [opened, isSeated ? GROUP_TEXTS.saved : GROUP_TEXTS.chooseGroup].filter(Boolean).join(' ');
	// The group is a second change, so one Undo would take back only a part of this.
	const notice = isSeated ? { ...saved, text } : await offerUndo(context, { ...saved, text });
	return redirectAfterForm(context, `/events/${params.eventId}${url.search}#groups`, notice);
}

/**
 * Removes the viewer's signup. An already removed signup counts as success; when the event is deleted, `load`
 * throws its page.
 */
async function removeOwnSignup(sent: SentForm) {
	const { params, context, form } = sent;
	const { refusal } = await submit(removeSignup, context, { params, returnedKinds: ['missing'] });
	if (refusal?.kind === 'missing') await load(findEventSignup, context, { params });
	else if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respond(sent, 'Your signup was removed.');
}

/**
 * Returns data for a request by script, which only reloads the page's data and is announced to screen readers, or a
 * redirect to the page with a notice for a plain form.
 */
const respond = ({ request, params, url, context }: SentForm, title: string, hash = '') =>
	isScriptRequest(request)
		? { error: null, announcement: title }
		: redirectToEvent(context, params.eventId + url.search + hash, title);

/** Posts a comment. With script the form gets its next key; without script it redirects to the discussion. */
async function postComment({ request, params, context, form }: SentForm) {
	const key = readText(form, 'key');
	const { result, refusal } = await submit(createComment, context, {
		params,
		limit: 'commentsPerMinute',
		read: () => ({ body: readText(form, 'body'), idempotencyKey: key || undefined }),
	});
	if (refusal) {
		const { error, fieldErrors, status } = refusal;
		// The form gets a new key only when its key belongs to another request. Other errors keep the key: the
		// request may have succeeded, and a repeat must not post the comment again.
		const formKey = status === 409 || fieldErrors.idempotencyKey ? createFormKey() : key;
		return data(
			{ error, comment: { fieldErrors, body: readText(form, 'body'), formKey, posted: null } },
			{ status },
		);
	}
	if (!isScriptRequest(request)) return redirectToDiscussion(context, request);
	const comment = { fieldErrors: {}, body: '', formKey: createFormKey(), posted: result.id };
	return { error: null, comment };
}

/**
 * Deletes a comment. An already deleted comment counts as success; when its event is deleted, the reloaded
 * page says so.
 */
async function removeComment({ request, params, context, form }: SentForm) {
	const ids = { eventId: params.eventId, commentId: readText(form, 'commentId') };
	const { refusal } = await submit(deleteComment, context, { params: ids, returnedKinds: ['missing'] });
	if (refusal && refusal.kind !== 'missing') {
		return data({ error: refusal.error, deletion: ids.commentId }, { status: refusal.status });
	}
	if (refusal) return isScriptRequest(request) ? { error: null } : redirectToDiscussion(context, request);
	const notice = await offerUndo(context, { tone: 'success', title: 'Comment deleted.' });
	if (isScriptRequest(request) && !notice.undo) return { error: null };
	return redirectToDiscussion(context, request, notice.undo ? notice : undefined);
}

/** Returns a redirect to the same part of the discussion. Browsers scroll only if it names the fragment. */
function redirectToDiscussion(context: SentForm['context'], request: Request, notice?: Flash): Response {
	const { pathname, searchParams } = new URL(request.url);
	const before = searchParams.get('before');
	return redirectAfterForm(
		context,
		`${pathname}${before ? `?${new URLSearchParams({ before })}` : ''}#discussion`,
		notice,
	);
}
