import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { missing, Refusal } from '~/domain/refusal.ts';
import type { Authenticated } from '~/server/auth/sessions.ts';
import { factsContext } from '~/server/http/context.ts';
import { endOtherSession, revokeApiToken } from '~/server/operations/users/index.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { handleProfileForm } from './profile-forms.ts';

useTestEnvironment();

const context = new RouterContextProvider();
context.set(factsContext, {
	id: 'request-1',
	now: new Date(),
	clientAddress: '',
	nonce: '',
	authenticated: { actor: { id: '1', role: 'player' } } as Authenticated,
	flash: null,
	setCookies: [],
});

function send(intent: string) {
	const form = new FormData();
	form.set('intent', intent);
	return handleProfileForm(new Request('https://town.example/profile', { method: 'POST' }), context, form);
}

test.each([
	['tokens.revoke', revokeApiToken, 'Failed to revoke the API token.'],
	['sessions.end', endOtherSession, 'Failed to sign out.'],
] as const)(
	'%s succeeds when its target no longer exists, but not when it fails',
	async (intent, target, title) => {
		const handle = vi.spyOn(target, 'handle');
		handle.mockRejectedValueOnce(missing('User'));
		expect(await send(intent)).toMatchObject({ status: 303 });
		handle.mockRejectedValueOnce(new Refusal('unavailable', 'Asleep.'));
		expect(await send(intent)).toMatchObject({
			data: { kind: 'refused', intent, title, error: 'Asleep.' },
			init: { status: 503 },
		});
	},
);
