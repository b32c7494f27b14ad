import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { evaluatePreflight, type PreflightFacts } from '~/domain/discord/preflight.ts';
import { PreflightList } from './discord-preflight.tsx';

const ALL_OK: PreflightFacts = {
	isTokenValid: true,
	isInGuild: true,
	permissions: 8n,
	roleExists: true,
	grantsMembersIntent: true,
	isCommandRegistered: true,
	announcementChannel: null,
	eventRoles: [],
	gateway: 'connected',
};
const render = (facts: Partial<PreflightFacts> = {}) =>
	renderToStaticMarkup(
		<PreflightList
			checks={evaluatePreflight({ ...ALL_OK, ...facts }, { inviteUrl: 'https://discord.example/invite' })}
		/>,
	);

test('shows every check as passed and no remedy when all is well', () => {
	const html = render();
	expect(html).toContain('Everything works');
	expect(html.match(/aria-label="OK"/g)).toHaveLength(8);
	expect(html).not.toContain('<a ');
});

test('shows the remedy and its link for what is missing', () => {
	const html = render({ isInGuild: false, permissions: 0n });
	expect(html).toContain('3 things are missing');
	expect(html).toContain('Give the bot’s role “Create Events”');
	expect(html).toContain('href="https://discord.example/invite"');
	expect(render({ gateway: null })).toContain('1 thing is missing');
});

test('shows an unknown result as unknown, not as missing', () => {
	const html = render({ permissions: 'unknown' });
	expect(html).toContain('Some checks could not run');
	expect(html.match(/aria-label="Couldn&#x27;t check"/g)).toHaveLength(2);
	expect(html).not.toContain('aria-label="Missing"');
});
