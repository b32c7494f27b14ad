/** The browsers and systems in the order of checking: a browser also names those that it imitates. */
const BROWSERS = [
	['Edge', /\bEdg(e|A|iOS)?\//],
	['Opera', /\b(OPR|OPiOS|OPT)\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Vivaldi', /\bVivaldi\//],
	['Firefox', /\b(Firefox|FxiOS)\//],
	['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
	['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
	['Windows', /\bWindows\b/],
	['Android', /\bAndroid\b/],
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Mac', /\bMacintosh\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
] as const;

/** Returns a browser's name without its version, such as 'Firefox on Windows'; null when not known. */
export function describeBrowser(userAgent: string | null): string | null {
	const text = (userAgent ?? '').slice(0, 1_000);
	const browser = BROWSERS.find(([, pattern]) => pattern.test(text))?.[0];
	if (!browser) return null;
	const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0];
	return system ? `${browser} on ${system}` : browser;
}
