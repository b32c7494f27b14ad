/**
 * The demo accounts that a developer can sign in as; the demo community and the Discord stand-in share them.
 */

export type PersonaKind = 'admin' | 'creator' | 'storyteller' | 'player' | 'no-role' | 'stranger';

export type Persona = {
	discordId: string;
	username: string;
	/** Discord's display name; null when none is set. */
	globalName: string | null;
	/** The nickname on the community's server; null when there is none. */
	nickname: string | null;
	/** Discord's avatar hash; null shows the default avatar. */
	avatar: string | null;
	/**
	 * `no-role` is a member without the required role, `stranger` is not a member; neither is in the database.
	 */
	kind: PersonaKind;
};

export const PERSONAS = {
	admin: {
		discordId: '100000000000000001',
		username: 'marlowe',
		globalName: 'Marlowe',
		nickname: null,
		avatar: 'a1f0c4d2e8b94756a3c1d0e9f8b7a601',
		kind: 'admin',
	},
	creator: {
		discordId: '100000000000000002',
		username: 'Priya Raghunathan',
		globalName: 'Priya Raghunathan',
		nickname: 'Priya',
		avatar: null,
		kind: 'creator',
	},
	storyteller: {
		discordId: '100000000000000003',
		username: 'nightjar',
		globalName: 'Nightjar',
		nickname: null,
		avatar: 'b2e1d5c3f7a8465794d2e1f0a9c8b702',
		kind: 'storyteller',
	},
	player: {
		discordId: '100000000000000004',
		username: 'JuniperFox',
		globalName: 'Juniper Fox',
		nickname: null,
		avatar: 'c3d2e6b4a8f7456885e3f2a1b0d9c803',
		kind: 'player',
	},
	secondPlayer: {
		discordId: '100000000000000005',
		username: 'quietmoth',
		globalName: null,
		nickname: null,
		avatar: null,
		kind: 'player',
	},
	noRole: {
		discordId: '100000000000000006',
		username: 'sable_hart',
		globalName: 'Sable Hart',
		nickname: null,
		avatar: null,
		kind: 'no-role',
	},
	stranger: {
		discordId: '100000000000000007',
		username: 'gravelbee',
		globalName: null,
		nickname: null,
		avatar: null,
		kind: 'stranger',
	},
} as const satisfies Record<string, Persona>;

/** All `PERSONAS`, in the order of the sign-in screen. */
export const PERSONA_LIST: readonly Persona[] = Object.values(PERSONAS);

/**
 * The demo community's Discord server and application, as the stand-in simulates them. These are not real
 * secrets.
 */
export const DEMO_GUILD = {
	name: 'Candlewick Society',
	guildId: '200000000000000001',
	requiredRoleId: '300000000000000001',
	requiredRoleName: 'Regulars',
	clientId: '400000000000000001',
	/** The bot's user ID, which differs from the application's ID, as for old applications. */
	botUserId: '400000000000000002',
	clientSecret: 'demo-client-secret',
	botToken: 'demo-bot-token',
} as const;

/** Returns the name by which the demo lists a persona and its sign-in page shows them. */
export const getPersonaName = ({ globalName, username }: Pick<Persona, 'globalName' | 'username'>): string =>
	globalName ?? username;
