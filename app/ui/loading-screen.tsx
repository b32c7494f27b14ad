import { useEffect, useState } from 'react';
import { JOKE_ROTATION_MS, STARTUP_WAIT_SECONDS } from '~/domain/limits.ts';
import { joinClasses } from './classes.ts';
import * as css from './loading-screen.css.ts';
import { BellMark } from './town/logo.tsx';
import { useHydrated } from './use-hydrated.ts';

export type LoadingScreenProps = {
	/** The first joke when the server chose it; the later ones are random. */
	joke?: string;
	/** Whether it covers a page that is still rendered. */
	over?: boolean;
};

const NOTE = `The server may be starting up. This can take up to ${STARTUP_WAIT_SECONDS} seconds, please do not refresh.`;

export function LoadingScreen({ joke, over }: LoadingScreenProps) {
	const [shownJoke, setShownJoke] = useState(joke ?? JOKES[0] ?? '');

	useEffect(() => {
		if (joke === undefined) setShownJoke(pickJoke(Math.random()));
		const timer = setInterval(
			() => setShownJoke((previous) => pickJoke(Math.random(), previous)),
			JOKE_ROTATION_MS,
		);
		return () => clearInterval(timer);
	}, [joke]);

	// Alone it is the page; over a page it must not add a second main element or h1.
	const Frame = over ? 'div' : 'main';
	const Heading = over ? 'h2' : 'h1';
	return (
		<Frame className={joinClasses(css.screen, over && css.overlay)}>
			<span className={css.bell}>
				<BellMark className={css.mark} />
			</span>
			<div role="status">
				<Heading className={css.heading}>Loading...</Heading>
				<p className={css.note}>{NOTE}</p>
			</div>
			<p className={css.joke}>{shownJoke}</p>
		</Frame>
	);
}

/**
 * Renders the loading text on a first load whose scripts take longer than three seconds. It is a part of the document
 * and shown by its style, because no script runs yet. It covers nothing: the page behind it is finished and works.
 */
export function SlowStart() {
	if (useHydrated()) return null;
	const first = pickJoke(Math.random());
	return (
		<div className={css.slowStart} role="status">
			<BellMark className={css.smallMark} />
			<div>
				<p className={css.slowHeading}>Loading...</p>
				<p className={css.slowNote}>{NOTE}</p>
				{/* The browser keeps the server's choices. */}
				<div className={css.slowJokes}>
					<p className={css.firstJoke} suppressHydrationWarning>
						{first}
					</p>
					<p className={css.secondJoke} suppressHydrationWarning>
						{pickJoke(Math.random(), first)}
					</p>
				</div>
			</div>
		</div>
	);
}

/** Our own jokes about town games of hidden roles. None of them is about a real person. */
export const JOKES: readonly string[] = [
	'Why did the town sleep badly? Everyone kept one eye open.',
	'I trust everyone at this table. That is the joke.',
	'What is the shortest bluff? “Trust me.”',
	'The storyteller said the night would be quick. That was three nights ago.',
	'How many players change a light bulb? None. They vote on whether it was ever on.',
	'My neighbor says she is harmless. She said it twice. No one had asked.',
	'The baker has an alibi: he rose early.',
	'Why do ghosts love this town? They keep a say in everything.',
	'The quiet player is suspicious. The loud player is suspicious. The snack bowl is above suspicion, and empty.',
	'I claimed to be the gardener. The town asked me to name one plant.',
	'Two players told the truth at once. No one was ready for it.',
	'The clockmaker was asked for the time. He wanted to hear everyone else’s first.',
	'Why was the bell nominated? It had been hanging around all day.',
	'A good liar remembers everything. A great one takes notes and loses them.',
	'“I am on the good team,” said everyone, so the town lost unanimously.',
	'Why did the fortune teller bring an umbrella? She would not say, and it did not rain.',
	'The village has one rule: no whispering. It was passed on in a whisper.',
	'Dead players make the best listeners. They have the time.',
	'What does the innkeeper serve after midnight? Rumors, slightly warmed.',
	'The mayor won by one vote. He is still looking for whose.',
	'I had proof, a witness and a chart. The town went with a feeling.',
	'Why is the chimney sweep never suspected? He comes clean in the end.',
	'The new player asked who the bad ones are. Fourteen hands pointed in fourteen directions.',
	'My plan was perfect until someone asked me one question.',
	'Why did the lamplighter leave the vote? He saw no point in hanging around in the dark.',
	'Every town has a fool. Ours has three people claiming it.',
	'The librarian knows who did it, but one must be quiet in there.',
	'The game will end at ten, they said. They did not say on which day.',
	'A player told me a secret. By sunrise it was a tradition.',
	'Why did the cat survive the night? It had the votes to spare.',
];

/** Returns a random joke other than `previous`; `random` is a number from 0 up to 1. */
export function pickJoke(random: number, previous?: string): string {
	const others = JOKES.filter((joke) => joke !== previous);
	return others[Math.floor(random * others.length)] ?? others[0] ?? '';
}
