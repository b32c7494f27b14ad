import { expect, test } from 'vitest';
import { getPersonaName, PERSONA_LIST } from '~/seeds/personas.ts';
import { renderAuthorizePage } from './authorize-page.ts';
import { createDiscordStandIn } from './stand-in.ts';

test('each persona is shown by the name that the demo prints', () => {
	const { state } = createDiscordStandIn();
	const page = renderAuthorizePage(state, new URLSearchParams());
	const names = [...page.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name);
	expect(names).toEqual(expect.arrayContaining(PERSONA_LIST.map(getPersonaName)));
});

test('those with a role come first, all others are behind a disclosure and a search', () => {
	const { state } = createDiscordStandIn();
	state.addUser({
		discordId: '900000000000000001',
		username: 'wren',
		globalName: 'Wren',
		nickname: null,
		avatar: null,
		kind: 'player',
	});
	const listNames = (query: string) =>
		[...renderAuthorizePage(state, new URLSearchParams(query)).matchAll(/<b>([^<]*)<\/b>|<details>/g)].map(
			([text, name]) => name ?? text,
		);
	const all = listNames('state=s');
	expect(all.slice(-2)).toEqual(['<details>', 'Wren']);
	expect(all.slice(0, -2)).toEqual(PERSONA_LIST.map(getPersonaName));
	expect(listNames('state=s&find=wre')).toEqual(['Wren']);
	expect(listNames('state=s&find=nobody')).toEqual([]);
	expect(renderAuthorizePage(state, new URLSearchParams('state=s&find=wre'))).toContain(
		'name="state" value="s"',
	);
});
