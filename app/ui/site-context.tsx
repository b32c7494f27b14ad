import { createContext, type ReactNode, useContext } from 'react';

/** What every page may need to know about this deployment and the viewer's device. */
export type Site = {
	gameName: string;
	communityName: string;
	communityJoinUrl: string | null;
	/** Discord's image CDN, without a trailing slash. */
	cdnUrl: string;
	/** The viewer's IANA time zone, from the cookie that script sets; null until then. */
	viewerZone: string | null;
	/** Only in the demo, whose Discord runs on the same machine: the page that shows its channel. */
	demoChannelUrl?: string;
};

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ value, children }: { value: Site; children: ReactNode }) {
	return <SiteContext value={value}>{children}</SiteContext>;
}

export function useSite(): Site {
	const site = useContext(SiteContext);
	if (!site) throw new Error('useSite needs a SiteProvider above it');
	return site;
}
