import { expect, test, vi } from 'vitest';
import { findOwnUndo } from '~/server/operations/admin/index.ts';
import { readEvent, updateEvent } from '~/server/operations/events/index.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createRouteContext } from '~/tests/support/route-context.ts';
import { handleEventForm } from './event-page-form.ts';

useTestEnvironment();

test('a storyteller is added to the version of the event that was read', async () => {
	const context = createRouteContext('creator');
	const saved = {
		title: 'Friday',
		date: '2031-07-05T00:30:00.000Z',
		storytellers: [{ user_id: '5' }],
		signups: [],
		places: null,
		version: 7,
	};
	vi.spyOn(readEvent, 'handle').mockResolvedValue(saved as never);
	vi.spyOn(findOwnUndo, 'handle').mockResolvedValue(null);
	const update = vi.spyOn(updateEvent, 'handle').mockResolvedValue({ event: saved } as never);
	const request = new Request('https://town.example/events/1', {
		method: 'POST',
		body: new URLSearchParams({ intent: 'events.update', storytellerId: '6' }),
	});
	await handleEventForm({ request, params: { eventId: '1' }, url: new URL(request.url), context });
	expect(update).toHaveBeenCalledWith(
		expect.objectContaining({ input: expect.objectContaining({ storytellerIds: ['5', '6'], version: 7 }) }),
	);
});

test.each(['', 'events.delete', 'toString'])('refuses the intent %j', async (intent) => {
	const body = new URLSearchParams({ intent });
	const request = new Request('https://town.example/events/1', { method: 'POST', body });
	const context = createRouteContext('creator');
	const handled = handleEventForm({ request, params: { eventId: '1' }, url: new URL(request.url), context });
	await expect(handled).rejects.toMatchObject({ init: { status: 400 } });
});
