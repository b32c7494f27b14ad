import { useCallback, useState } from 'react';
import * as css from './avatar.css.ts';
import { joinClasses } from './classes.ts';
import { avatarBackgrounds } from './theme/tokens.css.ts';

export type AvatarProps = {
	name: string;
	src?: string | null;
	size?: keyof typeof css.size;
	className?: string;
};

/** Renders an avatar or initials. Screen readers skip it, because the name is always beside it. */
export function Avatar({ name, src, size = 36, className }: AvatarProps) {
	const [failed, setFailed] = useState<string | null>(null);
	// The image may have failed before hydration, without a further event.
	const check = useCallback((image: HTMLImageElement | null) => {
		if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(image.getAttribute('src'));
	}, []);
	const background = css.background[`g${pickBackground(name, avatarBackgrounds.length)}`];
	return (
		<span className={joinClasses(css.avatar, css.size[size], background, className)} aria-hidden="true">
			{pickInitials(name)}
			{src && src !== failed && (
				<img
					key={src}
					ref={check}
					className={css.image}
					src={src}
					alt=""
					width={size}
					height={size}
					loading="lazy"
					decoding="async"
					onError={() => setFailed(src)}
				/>
			)}
		</span>
	);
}

/** Returns the first letters of the first two words of a name, in capitals, or '?' when it has none. */
export function pickInitials(name: string): string {
	const words = name
		.replace(/[^\p{L}\p{N} ]/gu, '')
		.trim()
		.split(/\s+/);
	const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
	return letters.join('').toUpperCase() || '?';
}

/** Returns the index of one of `count` background colors, always the same for the same name. */
export function pickBackground(name: string, count: number): number {
	let sum = 7;
	for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
	return sum % count;
}
