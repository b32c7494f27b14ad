import type { MetaDescriptor } from 'react-router';

export type PageLinkPreview = {
	title: string;
	description: string;
	url: string;
	siteName: string;
	/** Discord shows it at the edge of the preview, and phones around the page. */
	color: string;
	picture: { url: string; width: number; height: number };
};

/** Returns the title and meta elements of the sign-in screen, from which other sites make their link previews. */
export function listSignInMeta(preview: PageLinkPreview | undefined): MetaDescriptor[] {
	const title = { title: 'Sign in · Townbell' };
	if (!preview) return [title];
	const { picture } = preview;
	return [
		title,
		{ name: 'description', content: preview.description },
		{ name: 'theme-color', content: preview.color },
		{ property: 'og:type', content: 'website' },
		{ property: 'og:site_name', content: preview.siteName },
		{ property: 'og:title', content: preview.title },
		{ property: 'og:description', content: preview.description },
		{ property: 'og:url', content: preview.url },
		{ property: 'og:image', content: picture.url },
		{ property: 'og:image:width', content: String(picture.width) },
		{ property: 'og:image:height', content: String(picture.height) },
		{ name: 'twitter:card', content: 'summary_large_image' },
	];
}
