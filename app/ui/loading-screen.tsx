import { useEffect, useState } from 'react';
import { JOKE_ROTATION_MS, STARTUP_WAIT_SECONDS } from '~/domain/limits.ts';
import { joinClasses } from './classes.ts';
import { JOKES, pickJoke } from './jokes.ts';
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

/** Renders the full loading screen with rotating jokes. */
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
