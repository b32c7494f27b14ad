import { DEMO_GUILD } from '~/seeds/personas.ts';
import { VOICE_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice, getCard } from '../support/pages.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

test('a creator chooses a voice channel, and its group sees the link', { tag: '@no-script' }, async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
}) => {
	// What the bot reads hourly of the same server.
	await getSharedPool().query(
		`INSERT INTO settings (key, value) VALUES ('voice_channels', $1) ON CONFLICT (key) DO UPDATE SET value = $1`,
		[JSON.stringify([{ id: VOICE_CHANNEL_ID, name: 'The Square' }])],
	);
	await signInAs({ role: 'creator' });
	const [player, storyteller] = [await createUser(), await createUser({ role: 'storyteller' })];
	const event = await addEventRow();
	await createSignup(event.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [player], storyteller }]);
	await visit(`/events/${event.id}`);
	await page.getByLabel('Edit Owls').click();
	await page.getByLabel('Voice channel').selectOption({ label: 'The Square' });
	await page.getByRole('button', { name: 'Apply' }).click();
	if (script) {
		await expect(page.getByText('Changed the voice channel of')).toBeAttached();
		await expectAccessible(page);
		await page.getByRole('button', { name: 'Save Changes' }).click();
	}
	await expectNotice(page, /Groups saved/);
	await expect(page.getByRole('link', { name: 'Voice channel The Square' })).toBeVisible();

	const href = `https://discord.com/channels/${DEMO_GUILD.guildId}/${VOICE_CHANNEL_ID}`;
	const link = page.getByRole('link', { name: 'Voice channel The Square' });
	await setSession(player);
	await visit('/events');
	const inCard = getCard(page, event.id).getByRole('link', { name: 'Voice channel The Square' });
	await expect(inCard).toHaveAttribute('href', href);
	await visit(`/events/${event.id}`);
	// Beside the own group, and in the panel.
	await expect(link).toHaveCount(2);
	for (const one of await link.all()) await expect(one).toHaveAttribute('href', href);
	if (script) await expectAccessible(page);
	await setSession(storyteller);
	await visit(`/events/${event.id}/tables`);
	await expect(link).toHaveAttribute('href', href);
	await visit(`/events/${event.id}/rounds`);
	await expect(link).toHaveAttribute('href', href);
});
