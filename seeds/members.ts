/**
 * The members of the Candlewick Society besides the personas: [Discord username, Discord display name, name
 * on the site].
 */
type MemberNames = readonly [username: string, globalName?: string | null, preferred?: string | null];

export const EXTRA_ADMINS: readonly MemberNames[] = [['tallowmere', 'Tallow Mere', 'Tallow']];

export const EXTRA_CREATORS: readonly MemberNames[] = [
	['wick.and.wax', 'Wick & Wax', null],
	['siobhan.od', 'Siobhán Ó Dálaigh', 'Siobhán'],
];

export const EXTRA_STORYTELLERS: readonly MemberNames[] = [
	['hollowbell', 'Hollowbell'],
	['the_third_lamplighter', 'The Third Lamplighter', 'Lamplighter'],
	['mateo.v', 'Mateo Villaseñor', 'Mateo'],
	['akiko_tells', '語り部あきこ', 'Akiko'],
];

export const EXTRA_PLAYERS: readonly MemberNames[] = [
	['bo'],
	['ix', 'Ix'],
	['thornapple', 'Thorn Apple'],
	['zoe_marsh', 'Zoë Marsh', 'Zoë'],
	['renard_gris', 'Renard Gris'],
	['bjørn_k', 'Bjørn Kvist'],
	['łukasz.w', 'Łukasz Wróbel', 'Łukasz'],
	['anais_lf', 'Anaïs Lefèvre', 'Anaïs'],
	['dmitri_l', 'Дмитрий Лебедев', 'Dmitri'],
	['mina.k', '김민아', 'Mina'],
	['xiaoyu', '小雨'],
	['nadia_h', 'نادية حداد', 'Nadia'],
	['eleni.p', 'Ελένη Παπαδάκη', 'Eleni'],
	['saoirse', 'Saoirse Byrne'],
	['old_tom_of_the_eastern_marshes', 'Old Tom of the Eastern Marshes, Keeper of Seven Kettles', null],
	['peregrine.featherstonehaugh.iii', 'Peregrine Featherstonehaugh-Cholmondeley III', 'Perry'],
	['gus', 'Gus'],
	['marigold.finch', 'Marigold Finch', 'Goldie'],
	['sootsprite', 'Soot Sprite'],
	['k4rm4', 'k4rm4'],
	['brambleback', 'Bramble'],
	['odette.swann', 'Odette Swann'],
	['felix_adeyemi', 'Felix Adeyemi', 'Felix'],
	['chidinma.o', 'Chidinma Okafor', 'Chidi'],
	['rowan_and_rye', 'Rowan & Rye'],
	['inkwell', 'Inkwell'],
	['teodora.i', 'Teodora Ilić', 'Teo'],
	['halvard', 'Halvard'],
	['wren_of_the_west', 'Wren'],
	['pascal_d', 'Pascal Dufour'],
	['lanternjaw', 'Lanternjaw'],
	['yusuf.k', 'Yusuf Kaplan', 'Yusuf'],
	['guðrún', 'Guðrún Helgadóttir', 'Rúna'],
	['mossy', '🌿 Mossy 🌿', 'Mossy'],
	['tamsin.reed', 'Tamsin Reed'],
	['nineoclock', 'Nine O’Clock'],
	['ambrose_pell', 'Ambrose Pell'],
	['lía.moreno', 'Lía Moreno', 'Lía'],
	['cormorant', 'Cormorant'],
	['dusk_till_don', 'Dusk Till Don'],
	['harriet.vane.fan', 'Harriet', 'Hattie'],
	['pebble'],
	['oskar.lind', 'Oskar Lind'],
	['vesper.nguyen', 'Vesper Nguyễn', 'Vesper'],
	['tinderbox', 'Tinderbox'],
	['amara_d', 'Amara Diallo', 'Amara'],
	['kit.kestrel', 'Kit Kestrel'],
	['wobbly_chair', 'The Wobbly Chair'],
	['jun.park', 'Jun Park'],
];

export const SIGNUP_NOTES = [
	'Running about ten minutes late, start without me if you must.',
	'First game! Please be gentle.',
	'Happy to sit out if you are over numbers.',
	'Would love a table with Nightjar.',
	'Have to leave by 11 sharp.',
	'Bringing a friend who has not played before.',
	'No strong feelings, put me anywhere.',
	'I promise I am good this time.',
] as const;

export const PROFILE_NOTES = [
	'Prefers slower tables with lots of private talk.',
	'New to the game: only the beginner script, please.',
	'Cannot hear well on one side, please seat me near the storyteller.',
	'Loves chaos. Any table.',
	'Please not with loud music in the background.',
	'I would rather not be the evil leader two weeks in a row.',
] as const;

export const COMMENTS = [
	'Looking forward to this one!',
	'Is there room for a spectator?',
	'Last week was the best final three I have seen in months.',
	'Reminder: cameras are optional, microphones are not.',
	'I can bring spare headsets if anyone needs one.',
	'Can we keep the second table beginner-friendly?',
] as const;
