import { expect, test, vi } from 'vitest';
import { findOwnUndo } from '~/server/operations/admin/index.ts';
import { previewFollowing, readEvent, updateEvent } from '~/server/operations/events/index.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createRouteContext } from '~/tests/support/route-context.ts';
import { action } from './edit.tsx';

useTestEnvironment();

test('later events are changed only after the form has shown how they are now', async () => {
	const context = createRouteContext('creator');
	const saved = {
		title: 'Friday',
		date: '2031-07-05T00:30:00.000Z',
		timezone: 'UTC',
		duration: 180,
		description: '',
		location: '',
		capacity: null,
		minimum_players: null,
		decide_minutes: 1440,
		on_too_few: 'ask',
		storytellers: [],
		version: 7,
	};
	vi.spyOn(readEvent, 'handle').mockResolvedValue(saved as never);
	vi.spyOn(previewFollowing, 'handle').mockResolvedValue({
		events: [{ id: '2' }],
		newUntil: null,
		seen: 'new',
	} as never);
	vi.spyOn(findOwnUndo, 'handle').mockResolvedValue(null);
	const update = vi
		.spyOn(updateEvent, 'handle')
		.mockResolvedValue({ event: { id: '1', date: saved.date }, discordUpdated: false } as never);
	const send = (seen: string) => {
		const fields = {
			intent: 'events.update',
			title: 'Renamed',
			date: '2031-07-05',
			time: '00:30',
			timezone: 'UTC',
			duration: '3',
			scope: 'following',
			version: '7',
			seen,
		};
		const request = new Request('https://town.example/events/1/edit', {
			method: 'POST',
			body: new URLSearchParams(fields),
		});
		return action({ request, params: { eventId: '1' }, context } as never);
	};
	for (const seen of ['', 'old']) await send(seen);
	expect(update).not.toHaveBeenCalled();
	await send('new');
	expect(update).toHaveBeenCalledOnce();
});
