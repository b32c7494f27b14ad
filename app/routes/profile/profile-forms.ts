import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { linkedText, PROFILE_TEXTS } from '~/domain/people/profile.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { type FormRefusal, isScripted, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import {
	createApiToken,
	endOtherSession,
	endOtherSessions,
	linkDiscordAccount,
	revokeApiToken,
	setSwitches,
} from '~/server/operations/users/index.ts';

type Context = Readonly<RouterContextProvider>;

/** The result of a profile form that does not simply redirect. */
export type ProfileOutcome =
	| { kind: 'refused'; intent: string; title: string; error: string; fieldErrors: FieldErrors; typed: string }
	| { kind: 'token'; name: string; secret: string }
	| { kind: 'saved'; title: string };

type Answer = Promise<Response | ReturnType<typeof data<ProfileOutcome>>>;

/** Handles the forms of the profile's cards; `intent` says which. */
export function answerProfileForm(request: Request, context: Context, form: FormData): Answer {
	switch (readText(form, 'intent')) {
		case 'linking.link':
			return link(context, readText(form, 'discordUserId'));
		case 'tokens.create':
			return createToken(context, form);
		case 'tokens.revoke':
			return revokeToken(context, readText(form, 'tokenId'));
		case 'sessions.end':
			return endSession(context, readText(form, 'sessionId'));
		case 'sessions.endOthers':
			return endOthers(context);
		default:
			return saveSwitches(request, context, form);
	}
}

/** Saves the switches. With script their card shows the success itself. */
async function saveSwitches(request: Request, context: Context, form: FormData): Answer {
	const read = () => ({
		notifications: form.get('notifications') === 'on',
		showCountdown: form.get('showCountdown') === 'on',
	});
	const { refusal } = await submit(setSwitches, context, { read });
	if (refusal) return refused('profile.setSwitches', PROFILE_TEXTS.updateFailed, refusal);
	const title = 'Your preferences are saved.';
	return isScripted(request) ? data<ProfileOutcome>({ kind: 'saved', title }) : back(context, title);
}

async function link(context: Context, discordUserId: string): Answer {
	const { answer, refusal } = await submit(linkDiscordAccount, context, {
		read: () => ({ discordUserId }),
		returns: ['denied'],
	});
	if (!refusal) return back(context, linkedText(answer.linkedSignups));
	// Another user's ID is an error of this field, not a 403 page.
	const fieldErrors = refusal.kind === 'denied' ? { discordUserId: [refusal.error] } : refusal.fieldErrors;
	return refused('linking.link', PROFILE_TEXTS.linkFailed, { ...refusal, fieldErrors }, discordUserId);
}

const SIGN_OUT_FAILED = 'Failed to sign you out there.';

/** Creates a token. It does not redirect, because the secret is only in this one response. */
async function createToken(context: Context, form: FormData): Answer {
	const name = readText(form, 'name');
	const read = () => ({ name, idempotencyKey: readText(form, 'key') || undefined });
	const { answer, refusal } = await submit(createApiToken, context, { read });
	if (refusal) return refused('tokens.create', 'Failed to create the API token.', refusal, name);
	return data<ProfileOutcome>(
		{ kind: 'token', name: answer.token.name, secret: answer.secret },
		{ status: 201 },
	);
}

/** Revokes a token. A token that no longer exists counts as revoked. */
async function revokeToken(context: Context, tokenId: string): Answer {
	const { refusal } = await submit(revokeApiToken, context, { params: { tokenId }, returns: ['missing'] });
	if (refusal && refusal.kind !== 'missing') {
		return refused('tokens.revoke', 'Failed to revoke the API token.', refusal);
	}
	return back(context, 'The API token is revoked.');
}

/** Ends another session of the user. A session that no longer exists counts as ended. */
async function endSession(context: Context, sessionId: string): Answer {
	const { refusal } = await submit(endOtherSession, context, { params: { sessionId }, returns: ['missing'] });
	if (refusal && refusal.kind !== 'missing') return refused('sessions.end', SIGN_OUT_FAILED, refusal);
	return back(context, 'You are signed out there.');
}

async function endOthers(context: Context): Answer {
	const currentId = factsOf(context).authenticated?.sessionId ?? '';
	const { refusal } = await submit(endOtherSessions, context, { read: () => ({ currentId }) });
	if (refusal) return refused('sessions.endOthers', SIGN_OUT_FAILED, refusal);
	return back(context, 'You are signed out everywhere else.');
}

const back = (context: Context, title: string) => seeOther(context, '/profile', { tone: 'success', title });

function refused(intent: string, title: string, { status, error, fieldErrors }: FormRefusal, typed = '') {
	return data<ProfileOutcome>({ kind: 'refused', intent, title, error, fieldErrors, typed }, { status });
}
