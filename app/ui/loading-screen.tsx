import { useEffect, useState } from 'react';
import { JOKE_ROTATION_MS, STARTUP_WAIT_SECONDS } from '~/domain/limits.ts';
import { joinClasses } from './classes.ts';
import { JOKES, pickJoke } from './jokes.ts';
import * as css from './loading-screen.css.ts';
import { BellMark } from './town/logo.tsx';

export type LoadingScreenProps = {
	/** The first joke when the server chose it; the later ones are random. */
	joke?: string;
	/** Whether it covers a page that is still rendered. */
	over?: boolean;
};

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
		<Frame className={joinClasses(css.screen, over && css.over)}>
			<span className={css.bell}>
				<BellMark className={css.mark} />
			</span>
			<div role="status">
				<Heading className={css.heading}>Loading...</Heading>
				<p className={css.note}>
					The server may be starting up. This can take up to {STARTUP_WAIT_SECONDS} seconds, please do not
					refresh.
				</p>
			</div>
			<p className={css.joke}>{shownJoke}</p>
		</Frame>
	);
}
