import { data, type RouterContextProvider, redirect } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { CALENDAR_APPS, findCalendarApp } from '~/domain/events/calendar.ts';
import { FAILURES } from '~/domain/failures.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { formatLinkedSignups, PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { toSafeRedirect } from '~/server/auth/redirect-to.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import {
	createUnknownFormError,
	type FormRefusal,
	isScriptRequest,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { renewCalendarLink, revokeCalendarLink } from '~/server/operations/calendar/index.ts';
import { endRegular } from '~/server/operations/signups/index.ts';
import {
	createApiToken,
	endOtherSession,
	endOtherSessions,
	linkDiscordAccount,
	revokeApiToken,
	setSwitches,
	updateProfile,
} from '~/server/operations/users/index.ts';

type Context = Readonly<RouterContextProvider>;

/** The form of the reminders without values. Its zone is that of the quiet hours. */
const EMPTY_REMINDERS = {
	usesCommunityTimes: false,
	reminder_minutes: [] as string[],
	reminder_way: '',
	hasQuietHours: false,
	quiet_hours: { from: '', to: '', timezone: '' },
};
export type RemindersForm = typeof EMPTY_REMINDERS;

export type ProfileOutcome =
	| {
			kind: 'refused';
			intent: string;
			title: string;
			error: string;
			fieldErrors: FieldErrors;
			typedValue: string;
			typedReminders?: RemindersForm;
	  }
	| { kind: 'calendar'; address: string }
	| { kind: 'token'; name: string; secret: string }
	| { kind: 'saved'; title: string };
export type ProfileRefusal = Extract<ProfileOutcome, { kind: 'refused' }>;

type ProfileFormResponse = Promise<Response | ReturnType<typeof data<ProfileOutcome>>>;
type Sent = { request: Request; context: Context; form: FormData };

/** Handles the forms of the profile's cards; `intent` says which. */
export async function handleProfileForm(
	request: Request,
	context: Context,
	form: FormData,
): ProfileFormResponse {
	const sent = { request, context, form };
	const text = (name: string) => readText(form, name);
	const returnedKinds = ['missing'] as const;
	const intent = text('intent');
	switch (intent) {
		case 'profile.update':
			switch (text('card')) {
				case 'calendar':
					return saveCalendarEvents(sent);
				case 'experience':
					return saveExperience(sent);
				default:
					return saveReminders(sent);
			}
		case 'profile.setSwitches':
			return saveSwitches(sent);
		case 'signups.endRegular': {
			const ended = await submit(endRegular, context, {
				params: { eventId: text('eventId') },
				returnedKinds,
			});
			return finish(sent, intent, ended, "You're no longer signed up for new events.", {
				title: PROFILE_TEXTS.updateFailed,
			});
		}
		case 'linking.link':
			return linkAccount(context, text('discordUserId'));
		case 'tokens.create':
			return createToken(sent);
		case 'tokens.revoke': {
			const params = { tokenId: text('tokenId') };
			const revoked = await submit(revokeApiToken, context, { params, returnedKinds });
			return finish(sent, intent, revoked, 'The API token was revoked.');
		}
		case 'sessions.end': {
			const params = { sessionId: text('sessionId') };
			const ended = await submit(endOtherSession, context, { params, returnedKinds });
			// The list stays open, because a user who opened it often signs out several browsers.
			const isListOpen = new URL(request.url).searchParams.get('sessions') === 'all';
			return finish(sent, intent, ended, 'That browser was signed out.', {
				search: isListOpen ? '?sessions=all' : '',
			});
		}
		case 'sessions.endOthers': {
			const currentId = getRequestFacts(context).authenticated?.sessionId ?? '';
			const ended = await submit(endOtherSessions, context, { read: () => ({ currentId }) });
			return finish(sent, intent, ended, 'All other browsers were signed out.');
		}
		case 'calendar.renewLink':
			if (form.has('calendar')) return subscribe(sent);
			return finish(sent, intent, await submit(renewCalendarLink, context), 'Your calendar link is ready.');
		case 'calendar.revokeLink': {
			const revoked = await submit(revokeCalendarLink, context);
			return finish(sent, intent, revoked, 'The calendar link was revoked.');
		}
		default:
			throw createUnknownFormError();
	}
}

const isOn = (form: FormData, name: string) => form.get(name) === 'on';

async function saveSwitches(sent: Sent): ProfileFormResponse {
	const read = () => ({
		notifications: isOn(sent.form, 'notifications'),
		showCountdown: isOn(sent.form, 'showCountdown'),
		event_roles: isOn(sent.form, 'event_roles'),
	});
	const saved = await submit(setSwitches, sent.context, { read });
	return confirmSaved(sent, 'profile.setSwitches', saved, 'Your preferences were saved.');
}

async function saveReminders(sent: Sent): ProfileFormResponse {
	const typedReminders = readFormValues(sent.form, EMPTY_REMINDERS);
	const { usesCommunityTimes, reminder_minutes, reminder_way, hasQuietHours, quiet_hours } = typedReminders;
	const read = () => ({
		reminder_minutes: usesCommunityTimes ? null : reminder_minutes.map(Number),
		reminder_way: reminder_way || null,
		quiet_hours: hasQuietHours ? quiet_hours : null,
	});
	const saved = await submit(updateProfile, sent.context, { read });
	return confirmSaved(sent, 'profile.update', saved, 'Your reminders were saved.', { typedReminders });
}

async function saveCalendarEvents(sent: Sent): ProfileFormResponse {
	const read = () => ({ calendar_all_events: isOn(sent.form, 'calendar_all_events') });
	const saved = await submit(updateProfile, sent.context, { read });
	return confirmSaved(sent, 'profile.update calendar', saved, 'Your calendar was saved.');
}

/** Saves what the user says of themselves. The form of players has no switch for teaching. */
async function saveExperience(sent: Sent): ProfileFormResponse {
	const { form } = sent;
	const read = () => ({
		experience: readText(form, 'experience') || null,
		...(form.has('canTeach') && { likes_teaching: isOn(form, 'likes_teaching') }),
	});
	const saved = await submit(updateProfile, sent.context, { read });
	// The welcome asks this on any page.
	const back = toSafeRedirect(readText(form, 'back') || '/profile');
	return confirmSaved(sent, 'profile.update experience', saved, 'Thanks, creators see it.', { back });
}

/** Answers with the refusal, or says `done`: with script in the card, else on the page `back`. */
function confirmSaved(
	{ request, context }: Sent,
	intent: string,
	{ refusal }: { refusal: FormRefusal | null },
	done: string,
	{ back = '/profile', ...typed }: { back?: string; typedReminders?: RemindersForm } = {},
) {
	if (refusal) return createRefusalResponse(intent, PROFILE_TEXTS.updateFailed, refusal, typed);
	if (isScriptRequest(request)) return data<ProfileOutcome>({ kind: 'saved', title: done });
	return redirectAfterForm(context, back, { tone: 'success', title: done });
}

async function linkAccount(context: Context, discordUserId: string): ProfileFormResponse {
	const { result, refusal } = await submit(linkDiscordAccount, context, {
		read: () => ({ discordUserId }),
		returnedKinds: ['denied'],
	});
	if (!refusal) return redirectToProfile(context, formatLinkedSignups(result.linkedSignups));
	// Another user's ID is an error of this field, not a 403 page.
	const fieldErrors = refusal.kind === 'denied' ? { discordUserId: [refusal.error] } : refusal.fieldErrors;
	return createRefusalResponse(
		'linking.link',
		FAILURES['linking.link'],
		{ ...refusal, fieldErrors },
		{ typedValue: discordUserId },
	);
}

/** Creates a token. It does not redirect, because the secret is only in this one response. */
async function createToken({ context, form }: Sent): ProfileFormResponse {
	const name = readText(form, 'name');
	const read = () => ({ name, idempotencyKey: readText(form, 'key') || undefined });
	const { result, refusal } = await submit(createApiToken, context, { read });
	if (refusal)
		return createRefusalResponse('tokens.create', FAILURES['tokens.create'], refusal, { typedValue: name });
	return data<ProfileOutcome>(
		{ kind: 'token', name: result.token.name, secret: result.secret },
		{ status: 201 },
	);
}

/**
 * Goes to the calendar app that the form names, which subscribes to the user's link; it is created when there is none.
 * With script the page goes there itself, because its navigation would wait for a page that never comes.
 */
async function subscribe({ request, context, form }: Sent): ProfileFormResponse {
	const name = findCalendarApp(readText(form, 'calendar'));
	if (name === null) throw createUnknownFormError();
	const { result, refusal } = await submit(renewCalendarLink, context, { read: () => ({ keepsLink: true }) });
	if (refusal) return createRefusalResponse('calendar.renewLink', FAILURES['calendar.renewLink'], refusal);
	const address = CALENDAR_APPS[name].toAddress(String(result.url));
	return isScriptRequest(request)
		? data<ProfileOutcome>({ kind: 'calendar', address })
		: redirect(address, 303);
}

/** Answers with the refusal, or with the profile, which says `done`. What no longer exists counts as ended. */
function finish(
	{ context }: Sent,
	intent: keyof typeof FAILURES,
	{ refusal }: { refusal: FormRefusal | null },
	done: string,
	{ title = FAILURES[intent], search = '' }: { title?: string; search?: string } = {},
) {
	return refusal && refusal.kind !== 'missing'
		? createRefusalResponse(intent, title, refusal)
		: redirectToProfile(context, done, search);
}

const redirectToProfile = (context: Context, title: string, search = '') =>
	redirectAfterForm(context, `/profile${search}`, { tone: 'success', title });

function createRefusalResponse(
	intent: string,
	title: string,
	{ status, error, fieldErrors }: FormRefusal,
	typed: { typedValue?: string; typedReminders?: RemindersForm } = {},
) {
	return data<ProfileOutcome>(
		{ kind: 'refused', intent, title, error, fieldErrors, typedValue: '', ...typed },
		{ status },
	);
}
