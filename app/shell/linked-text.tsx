import { Fragment } from 'react';
import { textLink } from '~/app/ui/text.css.ts';
import { isDiscordChannel, splitLinks } from '~/domain/links.ts';

/**
 * Renders a user's text in its own direction of writing, with its addresses as links, which give the site no weight with search engines. With
 * `isPlace`, the address of a Discord channel reads "Join voice".
 */
export function LinkedText({ text, isPlace }: { text: string; isPlace?: boolean }) {
	return (
		<bdi>
			{splitLinks(text).map((part, index) =>
				part.href === null ? (
					<Fragment key={index}>{part.text}</Fragment>
				) : (
					<a key={index} href={part.href} rel="nofollow noopener ugc" className={textLink}>
						{isPlace && isDiscordChannel(part.href) ? 'Join voice' : part.text}
					</a>
				),
			)}
		</bdi>
	);
}
