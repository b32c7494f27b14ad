import { data, type RouterContextProvider } from 'react-router';
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
import { isMissing } from '../event/is-missing.ts';
import { readDenied } from './read-denied.ts';

type Context = Readonly<RouterContextProvider>;

/** What a form of the profile gets back when it is not simply done. */
export type ProfileOutcome =
	| { kind: 'refused'; intent: string; title: string; error: string; fieldErrors: FieldErrors; typed: string }
	| { kind: 'token'; name: string; secret: string }
	| { kind: 'saved'; title: string };

type Answer = Promise<Response | ReturnType<typeof data<ProfileOutcome>>>;

/** The forms of the profile's cards; `intent` says which. */
export function answerProfileForm(request: Request, context: Context, form: FormData): Answer {
	switch (text(form, 'intent')) {
		case 'linking.link':
			return link(context, text(form, 'discordUserId'));
		case 'tokens.create':
			return createToken(context, form);
		case 'tokens.revoke':
			return goneIsDone(context, 'The API token is revoked.', () =>
				submit(revokeApiToken, context, { params: { tokenId: text(form, 'tokenId') } }),
			);
		case 'sessions.end':
			return goneIsDone(context, 'You are signed out there.', () =>
				submit(endOtherSession, context, { params: { sessionId: text(form, 'sessionId') } }),
			);
		case 'sessions.endOthers':
			return endOthers(context);
		default:
			return saveSwitches(request, context, form);
	}
}

/** With script the switches' card says itself that they are saved. */
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
	const fail = (refusal: FormRefusal) =>
		refused('linking.link', PROFILE_TEXTS.linkFailed, refusal, discordUserId);
	try {
		const { answer, refusal } = await submit(linkDiscordAccount, context, {
			read: () => ({ discordUserId }),
		});
		return refusal ? fail(refusal) : back(context, linkedText(answer.linkedSignups));
	} catch (error) {
		// Somebody else's ID is a slip to be mended here, no page that may not be seen.
		const denied = readDenied(error);
		if (denied === null) throw error;
		return fail({ status: 403, error: denied, fieldErrors: { discordUserId: [denied] }, extra: {} });
	}
}

/** No redirect: the secret is in this one answer and nowhere else. */
async function createToken(context: Context, form: FormData): Answer {
	const name = text(form, 'name');
	const read = () => ({ name, idempotencyKey: text(form, 'key') || undefined });
	const { answer, refusal } = await submit(createApiToken, context, { read });
	if (refusal) return refused('tokens.create', 'Failed to create the API token.', refusal, name);
	return data<ProfileOutcome>(
		{ kind: 'token', name: answer.token.name, secret: answer.secret },
		{ status: 201 },
	);
}

async function endOthers(context: Context): Answer {
	const currentId = factsOf(context).authenticated?.sessionId ?? '';
	const { refusal } = await submit(endOtherSessions, context, { read: () => ({ currentId }) });
	if (refusal) return refused('sessions.endOthers', 'Failed to sign you out there.', refusal);
	return back(context, 'You are signed out everywhere else.');
}

/** What is gone already is what was wanted. */
async function goneIsDone(
	context: Context,
	title: string,
	run: () => Promise<{ refusal: FormRefusal | null }>,
): Answer {
	try {
		await run();
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	return back(context, title);
}

const back = (context: Context, title: string) => seeOther(context, '/profile', { tone: 'success', title });

function refused(intent: string, title: string, { status, error, fieldErrors }: FormRefusal, typed = '') {
	return data<ProfileOutcome>({ kind: 'refused', intent, title, error, fieldErrors, typed }, { status });
}

const text = (form: FormData, name: string) => {
	const value = form.get(name);
	return typeof value === 'string' ? value : '';
};
