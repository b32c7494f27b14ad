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

/** The result of a profile form that does not simply redirect. */
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

/** Handles the forms of the profile's cards; `intent` says which. */
export function handleProfileForm(request: Request, context: Context, form: FormData): ProfileFormResponse {
	switch (readText(form, 'intent')) {
		case 'profile.update':
			switch (readText(form, 'card')) {
				case 'calendar':
					return saveCalendarEvents(request, context, form);
				case 'experience':
					return saveExperience(request, context, form);
				default:
					return saveReminders(request, context, form);
			}
		case 'signups.endRegular':
			return stopRegular(context, readText(form, 'eventId'));
		case 'linking.link':
			return linkAccount(context, readText(form, 'discordUserId'));
		case 'tokens.create':
			return createToken(context, form);
		case 'tokens.revoke':
			return revokeToken(context, readText(form, 'tokenId'));
		case 'sessions.end':
			return endOwnSession(request, context, readText(form, 'sessionId'));
		case 'sessions.endOthers':
			return endOthers(context);
		case 'calendar.renewLink':
			return form.has('calendar') ? subscribe(request, context, form) : renewLink(context);
		case 'calendar.revokeLink':
			return revokeLink(context);
		case 'profile.setSwitches':
			return saveSwitches(request, context, form);
		default:
			throw createUnknownFormError();
	}
}

async function saveSwitches(request: Request, context: Context, form: FormData): ProfileFormResponse {
	const read = () => ({
		notifications: form.get('notifications') === 'on',
		showCountdown: form.get('showCountdown') === 'on',
		event_roles: form.get('event_roles') === 'on',
	});
	const { refusal } = await submit(setSwitches, context, { read });
	if (refusal) return createRefusalResponse('profile.setSwitches', PROFILE_TEXTS.updateFailed, refusal);
	return confirmSaved(request, context, 'Your preferences were saved.');
}

async function saveReminders(request: Request, context: Context, form: FormData): ProfileFormResponse {
	const typed = readFormValues(form, EMPTY_REMINDERS);
	const read = () => ({
		reminder_minutes: typed.usesCommunityTimes ? null : typed.reminder_minutes.map(Number),
		reminder_way: typed.reminder_way || null,
		quiet_hours: typed.hasQuietHours ? typed.quiet_hours : null,
	});
	const { refusal } = await submit(updateProfile, context, { read });
	if (refusal)
		return createRefusalResponse('profile.update', PROFILE_TEXTS.updateFailed, refusal, {
			typedReminders: typed,
		});
	return confirmSaved(request, context, 'Your reminders were saved.');
}

/** With script the card shows the success itself. */
const confirmSaved = (request: Request, context: Context, title: string) =>
	isScriptRequest(request)
		? data<ProfileOutcome>({ kind: 'saved', title })
		: redirectToProfile(context, title);

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

/** Ends that the user is a regular of a series. One who is none any more counts as ended. */
async function stopRegular(context: Context, eventId: string): ProfileFormResponse {
	const { refusal } = await submit(endRegular, context, { params: { eventId }, returnedKinds: ['missing'] });
	if (refusal && refusal.kind !== 'missing')
		return createRefusalResponse('signups.endRegular', PROFILE_TEXTS.updateFailed, refusal);
	return redirectToProfile(context, "You're no longer signed up for new events.");
}

/** Creates a token. It does not redirect, because the secret is only in this one response. */
async function createToken(context: Context, form: FormData): ProfileFormResponse {
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

async function revokeToken(context: Context, tokenId: string): ProfileFormResponse {
	const sent = await submit(revokeApiToken, context, { params: { tokenId }, returnedKinds: ['missing'] });
	return finish(context, 'tokens.revoke', sent, 'The API token was revoked.');
}

async function endOwnSession(request: Request, context: Context, sessionId: string): ProfileFormResponse {
	const sent = await submit(endOtherSession, context, { params: { sessionId }, returnedKinds: ['missing'] });
	// The list stays open, because a user who opened it often signs out several browsers.
	const isListOpen = new URL(request.url).searchParams.get('sessions') === 'all';
	return finish(
		context,
		'sessions.end',
		sent,
		'That browser was signed out.',
		isListOpen ? '?sessions=all' : '',
	);
}

async function endOthers(context: Context): ProfileFormResponse {
	const currentId = getRequestFacts(context).authenticated?.sessionId ?? '';
	const sent = await submit(endOtherSessions, context, { read: () => ({ currentId }) });
	return finish(context, 'sessions.endOthers', sent, 'All other browsers were signed out.');
}

async function saveCalendarEvents(request: Request, context: Context, form: FormData): ProfileFormResponse {
	const read = () => ({ calendar_all_events: form.get('calendar_all_events') === 'on' });
	const { refusal } = await submit(updateProfile, context, { read });
	if (refusal) return createRefusalResponse('profile.update calendar', PROFILE_TEXTS.updateFailed, refusal);
	return confirmSaved(request, context, 'Your calendar was saved.');
}

/** Saves what the user says of themselves. The form of players has no switch for teaching. */
async function saveExperience(request: Request, context: Context, form: FormData): ProfileFormResponse {
	const read = () => ({
		experience: readText(form, 'experience') || null,
		...(form.has('canTeach') && { likes_teaching: form.get('likes_teaching') === 'on' }),
	});
	const { refusal } = await submit(updateProfile, context, { read });
	if (refusal) return createRefusalResponse('profile.update experience', PROFILE_TEXTS.updateFailed, refusal);
	const thanks = 'Thanks, creators see it.';
	// The welcome asks this on any page.
	const back = readText(form, 'back');
	if (back === '' || isScriptRequest(request)) return confirmSaved(request, context, thanks);
	return redirectAfterForm(context, toSafeRedirect(back), { tone: 'success', title: thanks });
}

/**
 * Goes to the calendar app that the form names, which subscribes to the user's link; it is created when there is none.
 * With script the page goes there itself, because its navigation would wait for a page that never comes.
 */
async function subscribe(request: Request, context: Context, form: FormData): ProfileFormResponse {
	const name = findCalendarApp(readText(form, 'calendar'));
	if (name === null) throw createUnknownFormError();
	const { result, refusal } = await submit(renewCalendarLink, context, { read: () => ({ keepsLink: true }) });
	if (refusal) return createRefusalResponse('calendar.renewLink', FAILURES['calendar.renewLink'], refusal);
	const address = CALENDAR_APPS[name].toAddress(String(result.url));
	return isScriptRequest(request)
		? data<ProfileOutcome>({ kind: 'calendar', address })
		: redirect(address, 303);
}

const renewLink = async (context: Context): ProfileFormResponse =>
	finish(
		context,
		'calendar.renewLink',
		await submit(renewCalendarLink, context),
		'Your calendar link is ready.',
	);

const revokeLink = async (context: Context): ProfileFormResponse =>
	finish(
		context,
		'calendar.revokeLink',
		await submit(revokeCalendarLink, context),
		'The calendar link was revoked.',
	);

/** Answers with the refusal, or with the profile, which says `done`. What no longer exists counts as ended. */
function finish(
	context: Context,
	intent: keyof typeof FAILURES,
	{ refusal }: { refusal: FormRefusal | null },
	done: string,
	search = '',
) {
	return refusal && refusal.kind !== 'missing'
		? createRefusalResponse(intent, FAILURES[intent], refusal)
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
