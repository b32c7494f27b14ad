import { createRoutesStub } from 'react-router';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { GroupsOnPage, OpenGroups } from '~/domain/groups/panel.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createGroupView } from '~/tests/support/groups.ts';
import { renderPage } from '~/tests/support/render-page.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import type { GroupsResponse } from './groups-response.ts';

const SITE = {
	gameName: 'Game',
	communityName: 'Community',
	communityJoinUrl: null,
	viewerZone: null,
	cdnUrl: 'https://cdn.discordapp.com',
};
const signup = (user_id: string, username: string, status: SignupStatus = 'confirmed') => ({
	id: `s${user_id}`,
	user_id,
	event_id: '7',
	username,
	status,
	avatar: null,
	discord_id: null,
	notes: null,
	signup_source: 'webapp' as const,
	created_at: '2026-10-01T00:00:00.000Z',
	awaits_reply: false,
	place: null,
	waitlist_position: null,
});
const SIGNUPS = [
	...['ann', 'bob', 'cid', 'dee', 'eve'].map((name) => signup(name, name)),
	signup('late', 'late one', 'late'),
	signup('lost', ''),
];
const eventFor = (role: Role, signups = SIGNUPS) =>
	({
		id: '7',
		signups,
		currentUserId: 'ann',
		currentUserRole: role,
		signupsPage: null,
		storytellers: VIEW.storytellers,
		confirmed_signups: signups.filter(({ status }) => status === 'confirmed').length,
	}) as unknown as EventOnPage;
const group = (id: string, name: string, players: string[], storytellerId: string | null = null) => ({
	...createGroupView(id, players, { name, storytellerId }),
	withdrawn: [] as string[],
});
const createPreferences = (...preferredPlayers: string[]) => ({
	preferredPlayers,
	preferredStorytellers: ['tess'],
	notes: 'CANARY',
});
const VIEW: OpenGroups = {
	isOpen: true,
	groups: [group('1', 'Owls', ['ann', 'bob', 'cid', 'dee', 'late'], 'tess'), group('2', 'Bats', [], 'gone')],
	signups: null,
	scripts: [],
	voiceChannels: [],
	scriptChoices: [],
	storytellerChoices: [],
	experience: {},
	withdrawn: [],
	confirmed: ['ann', 'bob', 'cid', 'dee', 'eve', 'lost'],
	leftCount: 0,
	storytellers: [
		{ user_id: 'tess', username: 'Tess', role: 'storyteller', avatar: null, discord_id: null },
		{ user_id: 'gone', username: '', role: 'storyteller', avatar: null, discord_id: null },
	],
	userPreferences: {
		ann: createPreferences('bob', 'cid', 'dee', 'eve'),
		bob: createPreferences('ann', 'cid'),
		cid: createPreferences('ann', 'bob'),
		dee: createPreferences('ann'),
		eve: createPreferences('ann'),
	},
	autoSplitConfig: { triggerCount: 16, maxGroups: 2, minPlayersPerGroup: 8, maxPlayersPerGroup: 15 },
	version: 3,
	pins: [{ userId: 'bob', groupId: '1' }],
	keepApart: [['cid', 'dee']],
};
const FOR_PLAYERS: OpenGroups = { ...VIEW, userPreferences: {}, pins: [], keepApart: [] };

function render(
	role: Role,
	view: GroupsOnPage | null,
	options: { response?: GroupsResponse; event?: EventOnPage; search?: string } = {},
) {
	const event = options.event ?? eventFor(role);
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<SiteProvider value={SITE}>
					<GroupsPanel event={event} view={view} formKey="key" response={options.response ?? null} />
				</SiteProvider>
			),
		},
	]);
	const html = renderPage(<Page initialEntries={[`/${options.search ?? ''}`]} />);
	const words = html
		.replace(/<svg.*?<\/svg>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#x27;', "'")
		.replace(/\s+/g, ' ')
		.trim();
	return { html, words };
}

/** Returns the glow of each player's row; undefined means no glow. */
function glowsOf(html: string): Record<string, string | undefined> {
	const rows = [...html.matchAll(/<li data-player="(\w+)"(?: data-glow="(\d)")?/g)];
	return Object.fromEntries(rows.map(([, id, glow]) => [id, glow]));
}

describe('for creators and admins, the panel', () => {
	// The editor is imported when it is rendered for the first time.
	beforeAll(() => vi.waitFor(() => render('creator', VIEW), { timeout: 20_000 }), 20_000);

	test.each(['creator', 'admin'] as const)(
		'shows a %s the glow of mutual preferences within the group',
		(role) => {
			const { html, words } = render(role, VIEW);
			expect(glowsOf(html)).toEqual({
				ann: '3',
				bob: '2',
				cid: '2',
				dee: '1',
				late: undefined,
				eve: undefined,
				lost: undefined,
			});
			expect(words).toContain('ann 3 mutual');
			expect(words).toContain('bob 2 mutual Pinned');
			expect(words).toContain('late one Late');
			expect(words).toContain('Storyteller preferred by 4 players');
			expect(words).toContain('4 of 5 mutual preferences are in the same group.');
			expect(words).toContain('ann : with bob, cid, dee; missed eve');
			expect(words).toContain('eve : missed ann');
			expect(html).not.toContain('CANARY');
		},
	);

	test('disables a storyteller of another group with the reason, and shows the fallback name for a missing name', () => {
		const { html } = render('creator', VIEW);
		expect(html).toMatch(/<option value="tess" disabled=""[^>]*>Tess \(Assigned to another group\)</);
		expect(html).toMatch(/<option value="tess"[^>]*selected=""[^>]*>Tess</);
		expect(html).toContain('>Unknown Storyteller (Assigned to another group)<');
		expect(html).toContain('>Unknown Storyteller<');
		expect(html).toContain('Unknown Player');
	});

	test('shows players who have withdrawn, with a line that removes or replaces them', () => {
		const withdrawn = [{ user_id: 'gone', username: 'gone one', avatar: null, discord_id: null }];
		const groups = [
			{ ...group('1', 'Owls', ['ann', 'bob'], 'tess'), withdrawn: ['gone', 'dee'] },
			{ ...group('2', 'Bats', ['cid', 'late', 'lost']), withdrawn: ['gone'], maxPlayers: 3 },
		];
		const { html, words } = render('creator', { ...VIEW, groups, withdrawn, pins: [] });
		expect(words).toContain('Owls 2 of 15 players');
		expect(words).toContain("2 can't come: Remove · Fill from available");
		expect(words).toContain("GO gone one can't come D dee can't come");
		expect(html).toContain('value="type=removeWithdrawn&amp;groupId=1"');
		expect(html).toContain('value="type=replaceWithdrawn&amp;groupId=1&amp;userIds=eve"');
		expect(words).toContain("1 can't come: Remove · No one is available");
		expect(words).toContain('Confirmed 1 E eve');
		expect(words).toContain('Other 0');
	});

	test('shows four open sections with their counts', () => {
		const { html, words } = render('creator', VIEW);
		expect(html.match(/<details open="" class="[^"]*">/g)).toHaveLength(4);
		expect(words).toContain('Confirmed 2 E eve');
		expect(words).toMatch(/Late 0 No one here Tentative 0 No one here Other 0 No one here/);
		const nobody = render('creator', { ...VIEW, groups: [] }, { event: eventFor('creator', []) });
		expect(nobody.words).toContain('No signups yet');
		expect(nobody.words).not.toContain('All players have been assigned to groups');
		const noGroups = render('creator', { ...VIEW, groups: [] });
		expect(noGroups.words).toContain('No groups yet. Add one. Auto-Split needs 10 more confirmed players.');
		expect(noGroups.words).toContain('Available Players Add a group first, then move players to it');
	});

	test('disables Auto-Split with its reason below the trigger count, and enables it from the trigger count on', () => {
		const few = render('creator', VIEW);
		expect(few.words).toContain(
			'Auto-Split needs at least 16 confirmed players who are not storytellers; there are 6.',
		);
		expect(few.html).toMatch(/<button[^>]*value="groups.autoSplit"[^>]*disabled=""/);
		const config = { ...VIEW.autoSplitConfig, triggerCount: 6, minPlayersPerGroup: 3 };
		const enough = render('creator', { ...VIEW, autoSplitConfig: config });
		expect(enough.html).not.toMatch(/<button[^>]*value="groups.autoSplit"[^>]*disabled=""/);
		expect(enough.words).not.toContain('Auto-Split needs');
		expect(few.html).not.toContain('name="groupCount"');
		expect(enough.html).toMatch(/<input[^>]*min="2" max="2"[^>]*name="groupCount"[^>]*value="2"/);
	});

	test('shows at the number of groups why it is impossible, and keeps the number', () => {
		const config = { ...VIEW.autoSplitConfig, triggerCount: 6, minPlayersPerGroup: 3 };
		const error = '9 groups of at least 3 need 27 players; there are 6';
		const details = { intent: 'groups.autoSplit', version: 3, groupCount: '9', isGroupCount: true } as const;
		const response = { error, groups: details };
		const { html, words } = render('creator', { ...VIEW, autoSplitConfig: config }, { response });
		expect(words.match(new RegExp(error, 'g'))).toHaveLength(1);
		expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="groupCount"[^>]*value="9"/);
		expect(html).not.toContain('role="alert"');
	});

	test('counts the players without a seat, leaves storytellers out, and links to where they are chosen', () => {
		const signups = [...SIGNUPS, signup('tess', 'tess')];
		const { html, words } = render(
			'creator',
			{ ...VIEW, confirmed: [...VIEW.confirmed, 'tess'] },
			{ event: eventFor('creator', signups) },
		);
		expect(words).toContain('6 confirmed players, without 1 storyteller');
		expect(words).toContain('2 players have no seat: move them to a group.');
		expect(html).not.toContain('/edit#storytellers');
		const groups = VIEW.groups.map((one) => ({ ...one, storytellerId: null, maxPlayers: 4 }));
		const alone = render('creator', { ...VIEW, groups: groups.slice(0, 1), storytellers: [] });
		expect(alone.html).toContain('href="/events/7/edit#storytellers"');
		expect(alone.words).toContain('2 players have no seat.');
	});

	test('has the saved groups as a text to copy', () => {
		expect(render('creator', VIEW).html).toContain(
			'**Owls**\nStoryteller: Tess\nPlayers (5): 1. ann, 2. bob, 3. cid, 4. dee, 5. late one\n\n**Bats**',
		);
		expect(render('creator', { ...VIEW, groups: [] }).words).not.toContain('Copy as text');
	});

	test('disables Auto-Split with its reason while its settings are contradictory', () => {
		const autoSplitConfig = { ...VIEW.autoSplitConfig, triggerCount: 6 };
		const { html, words } = render('creator', { ...VIEW, autoSplitConfig });
		expect(words).toContain('2 groups of at least 8 need 16 confirmed players, not 6');
		expect(html).toMatch(/<button[^>]*value="groups.autoSplit"[^>]*disabled=""/);
	});

	test('puts the version and the key into every form; nothing is unsaved', () => {
		const { html, words } = render('creator', VIEW);
		const forms = html.match(/<form[^>]*method="post"/g) ?? [];
		expect(forms.length).toBeGreaterThan(3);
		expect(html.match(/name="version" value="3"/g)).toHaveLength(forms.length);
		expect(html.match(/name="key" value="key"/g)).toHaveLength(forms.length - 1);
		expect(words).not.toContain('Unsaved changes');
		expect(words).not.toContain('Save Changes');
	});

	test.each([
		[true, 'Best possible split. No balanced split keeps more friends together: 1 of 5 mutual'],
		[false, 'Good split, there may be a better one. 1 of 5 mutual'],
	])('a split without script is a draft with its result (proven: %s)', (proven, text) => {
		const groups = [group('1', 'Owls', ['ann', 'eve', 'late']), group('2', 'Bats', ['bob', 'dee', 'lost'])];
		const split = {
			groups,
			result: { proven, mutual: 1, oneSided: 0, milliseconds: 990.4, taughtGroupId: null },
		};
		const response: GroupsResponse = {
			error: null,
			groups: { intent: 'groups.autoSplit', version: 3, split },
		};
		const { html, words } = render('creator', VIEW, { response });
		expect(words).toContain(text);
		expect(words.match(/Unsaved changes/g)).toHaveLength(2);
		expect(words).toContain('Save Changes');
		// Without script a single step would drop the draft, so the step buttons are disabled.
		expect(html).not.toMatch(/<button(?![^>]*disabled)[^>]*name="step"/);
		expect(html).toContain('&quot;players&quot;:[&quot;ann&quot;,&quot;eve&quot;,&quot;late&quot;]');
	});
});

describe('without script, the menus of the panel', () => {
	beforeAll(() => vi.waitFor(() => render('creator', VIEW), { timeout: 20_000 }), 20_000);
	const choice: OpenGroups = { ...VIEW, storytellerChoices: [{ id: 'una', name: 'Una' }] };
	const menus = [
		['player bob', 'value="type=removePlayer&amp;userId=bob"'],
		['player eve', 'value="type=movePlayer&amp;userId=eve&amp;groupId=1"'],
		['edit 1', 'name="maxPlayers"'],
		['more 2', 'value="type=removeGroup&amp;groupId=2"'],
		['rules', 'value="type=keepApart"'],
	] as const;
	const unseated = { ...choice, groups: [group('1', 'Owls', ['ann'])] };

	test('are links, and only the one that the address names is there, open', () => {
		const { html } = render('creator', choice);
		expect(html).not.toContain('id="open-menu"');
		for (const [name, content] of menus) {
			expect(html, name).not.toContain(content);
			const address = `?menu=${encodeURIComponent(name)}`;
			expect(html, name).toContain(`href="/events/7${address}#open-menu"`);
			const opened = render('creator', choice, { search: address }).html;
			expect(opened, name).toMatch(
				/<details [^>]*id="open-menu" open=""|<details id="open-menu"[^>]* open=""/,
			);
			expect(opened, name).toContain(content);
			for (const [other, others] of menus.filter((menu) => menu[0] !== name))
				expect(opened, `${other} beside ${name}`).not.toContain(others);
		}
	});

	test('include the one that adds a storyteller', () => {
		expect(render('creator', unseated).html).toContain('href="/events/7?menu=storyteller%201#open-menu"');
		const { html } = render('creator', unseated, { search: '?menu=storyteller%201' });
		expect(html).toMatch(/name="storytellerId" value="una"|value="una"[^>]*name="storytellerId"/);
	});

	test('lead nowhere while a board is unsaved, because it would be lost', () => {
		const response: GroupsResponse = {
			error: 'No.',
			groups: { intent: 'groups.save', version: 3, draft: { groups: [], pins: [], keepApart: [] } },
		};
		const { html } = render('creator', choice, { response });
		expect(html).not.toContain('menu=');
		expect(html.match(/<a [^>]*aria-label="Move [^>]*>/g)).toHaveLength(7);
		expect(html).not.toMatch(/<a (?![^>]*aria-disabled="true")[^>]*aria-label="Move /);
	});
});

describe('first-timers', () => {
	const view: OpenGroups = {
		...VIEW,
		experience: { ann: 'new', bob: 'few', eve: 'new' },
		autoSplitConfig: { triggerCount: 4, maxGroups: 2, minPlayersPerGroup: 2, maxPlayersPerGroup: 15 },
	};
	const countLabels = (text: string, words: string) => words.split(text).length - 1;

	test('are marked for creators, who can keep them together', () => {
		const { html, words } = render('creator', view);
		expect([countLabels('First game', words), countLabels('Played a few', words)]).toEqual([2, 1]);
		expect(words).toContain('Keep 2 first-timers together');
		expect(html).toContain('name="firstTimersTogether"');
		expect(render('creator', { ...view, experience: { bob: 'few' } }).html).not.toContain(
			'firstTimersTogether',
		);
	});

	test('and their group is named with the result', () => {
		const groups = [group('1', 'Owls', ['ann', 'eve']), group('2', 'Bats', ['bob', 'dee'])];
		const result = { proven: true, mutual: 1, oneSided: 0, milliseconds: 9, taughtGroupId: '1' };
		const response: GroupsResponse = {
			error: null,
			groups: { intent: 'groups.autoSplit', version: 3, split: { groups, result } },
		};
		expect(render('creator', view, { response }).words).toMatch(
			/No balanced split with the first-timers in one group keeps more friends together: .* The first-timers play together in Owls\./,
		);
	});
});

describe('for other users, the panel', () => {
	test.each(['player', 'storyteller'] as const)('shows a %s the saved groups without controls', (role) => {
		const { html, words } = render(role, FOR_PLAYERS);
		expect(words).toBe(
			'Event Groups 6 confirmed players Owls (You) 5 players T Storyteller Tess Seat 1 A ann (You) Seat 2 B bob Seat 3 C cid Seat 4 D dee Seat 5 LO late one Late ' +
				'Bats 0 players US Storyteller Unknown Storyteller No players yet',
		);
		expect(html).not.toMatch(/<(form|button|input|select|a) /);
		expect(html).not.toContain('data-glow');
	});

	test('puts the viewer’s own group first with its players in the order of their seats, and strikes players out who have withdrawn', () => {
		const groups = [
			{ ...group('1', 'Owls', ['bob', 'cid']), withdrawn: ['gone', 'eve'] },
			group('2', 'Bats', ['dee', 'ann'], 'tess'),
		];
		const withdrawn = [{ user_id: 'gone', username: 'gone one', avatar: null, discord_id: null }];
		const { html, words } = render('player', { ...FOR_PLAYERS, groups, withdrawn });
		expect(words).toContain(
			'Bats (You) 2 players T Storyteller Tess Seat 1 D dee Seat 2 A ann (You) ' +
				"Owls 2 players Seat 1 B bob Seat 2 C cid GO gone one can't come E eve can't come",
		);
		expect(html).toContain('<s>gone one</s>');
		const own = { ...FOR_PLAYERS, groups: [{ ...group('1', 'Owls', ['bob']), withdrawn: ['ann'] }] };
		expect(render('player', own).words).toContain("Owls 1 player Seat 1 B bob A ann (You) can't come");
	});

	test('shows that there are no groups yet', () => {
		expect(render('player', { ...FOR_PLAYERS, groups: [] }).words).toContain('No groups yet.');
	});
});

describe('with many signups, the panel', () => {
	beforeAll(() => vi.waitFor(() => render('creator', VIEW), { timeout: 20_000 }), 20_000);
	const many = Array.from({ length: 150 }, (_, n) => signup(`p${n}`, `player ${n}`));
	const MANY: OpenGroups = { ...VIEW, signups: [...SIGNUPS, ...many] };

	test.each([
		['player', 'Show players'],
		['creator', 'Edit groups'],
	] as const)('is closed for a %s: the groups without players, and a link', (role, link) => {
		const { html, words } = render(role, {
			isOpen: false,
			groups: [
				{
					id: '1',
					name: 'Owls',
					playerCount: 5,
					storyteller: VIEW.storytellers[0] ?? null,
					isOwn: true,
					voiceChannel: null,
				},
				{ id: '2', name: 'Bats', playerCount: 1, storyteller: null, isOwn: false, voiceChannel: null },
			],
		});
		expect(words).toContain(`${link} Owls (You) 5 players T Storyteller Tess Bats 1 player`);
		expect(html).toContain('href="/events/7?groups=open#groups"');
		expect(html).not.toMatch(/<(form|button|input|select) /);
	});

	test('shows the first 100 available players, and the others when they are searched for', () => {
		const { html, words } = render('creator', MANY);
		expect(html.match(/data-player="/g)).toHaveLength(5 + 100);
		expect(words).toContain('Confirmed 152');
		expect(words).toContain('52 more. Search for a name to find them.');
		const found = render('creator', MANY, { search: '?groups=open&player=149' });
		expect(found.words).toContain('player 149');
		expect(found.html.match(/data-player="p/g)).toHaveLength(1);
		expect(found.words).toContain('Late 0 No one here');
	});

	test('keeps the address of open groups and the search in the links to menus', () => {
		const { html } = render('creator', MANY, { search: '?groups=open&player=149' });
		expect(html).toContain('href="/events/7?groups=open&amp;player=149&amp;menu=player%20p149#open-menu"');
	});

	test('keeps the address of open groups in its forms and in the links to preferences', () => {
		const { html } = render('creator', MANY);
		const actions = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*method="post"/g)].map(([, to]) => to);
		expect(new Set(actions)).toEqual(new Set(['/events/7?groups=open#groups']));
		expect(html).toContain('href="/events/7/preferences/p3?groups=open"');
	});
});

test.each(['player', 'creator'] as const)('shows a %s that the groups could not be read', (role) => {
	const { html, words } = render(role, null);
	expect(words).toContain('Failed to load event groups Try again');
	expect(html).toContain('<form action="/events/7#groups" method="get">');
});
