import { expect, test, vi } from 'vitest';
import { missing, Refusal } from '~/domain/refusal.ts';
import { endOtherSession, revokeApiToken, updateProfile } from '~/server/operations/users/index.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createRouteContext } from '~/tests/support/route-context.ts';
import { handleProfileForm } from './profile-forms.ts';

useTestEnvironment();

const context = createRouteContext('player');

function send(intent: string) {
	const form = new FormData();
	form.set('intent', intent);
	return handleProfileForm(new Request('https://town.example/profile', { method: 'POST' }), context, form);
}

test('a form without the switch leaves what the user said about teaching', async () => {
	const handle = vi.spyOn(updateProfile, 'handle').mockResolvedValue({} as never);
	const form = new FormData();
	for (const [name, value] of Object.entries({
		intent: 'profile.update',
		card: 'experience',
		experience: 'few',
	}))
		form.set(name, value);
	await handleProfileForm(new Request('https://town.example/profile', { method: 'POST' }), context, form);
	expect(handle).toHaveBeenCalledWith(expect.objectContaining({ input: { experience: 'few' } }));
});

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
