import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { judgePreflight, type PreflightFacts } from '~/domain/discord/preflight.ts';
import { PreflightList } from './discord-preflight.tsx';

const GOOD: PreflightFacts = {
	isTokenValid: true,
	isInGuild: true,
	permissions: 8n,
	roleExists: true,
	grantsMembersIntent: true,
	isCommandRegistered: true,
	gateway: 'connected',
};
const render = (facts: Partial<PreflightFacts> = {}) =>
	renderToStaticMarkup(
		<PreflightList
			checks={judgePreflight({ ...GOOD, ...facts }, { inviteUrl: 'https://discord.example/invite' })}
		/>,
	);

test('all is well: every line says so, and nothing is to be done', () => {
	const html = render();
	expect(html).toContain('All is well');
	expect(html.match(/aria-label="All right"/g)).toHaveLength(8);
	expect(html).not.toContain('<a ');
});

test('what is missing says what to do, and where', () => {
	const html = render({ isInGuild: false, permissions: 0n });
	expect(html).toContain('3 things are missing');
	expect(html).toContain('Give the bot’s role “Create Events”');
	expect(html).toContain('href="https://discord.example/invite"');
	expect(render({ gateway: null })).toContain('1 thing is missing');
});

test('what could not be asked is not called missing', () => {
	const html = render({ permissions: 'unknown' });
	expect(html).toContain('Not everything could be asked');
	expect(html.match(/aria-label="Not known"/g)).toHaveLength(2);
	expect(html).not.toContain('aria-label="Missing"');
});
