/** As much of a browser without script as signing in and signing up takes: cookies of one site, redirects, plain forms. */
export type Browser = {
	open: (address: string, form?: URLSearchParams) => Promise<Page>;
};
export type Page = { status: number; url: string; html: string };
export type Form = {
	action: string;
	method: string;
	/** What a browser would send if nobody touched the form and pressed a button without a name. */
	fields: URLSearchParams;
	buttons: { name: string; value: string }[];
};

/** A browser for the site at `origin`; other sites (the authorize page) are visited without cookies. */
export function createBrowser(origin: string): Browser {
	const cookies = new Map<string, string>();
	const request = async (url: string, form?: URLSearchParams): Promise<Response> => {
		const headers = new Headers({ accept: 'text/html,application/json' });
		const isHome = new URL(url).origin === origin;
		if (isHome) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
		if (form) headers.set('origin', new URL(url).origin);
		const response = await fetch(url, {
			method: form ? 'POST' : 'GET',
			body: form ?? null,
			headers,
			redirect: 'manual',
			signal: AbortSignal.timeout(20_000),
		});
		if (isHome) for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
		return response;
	};
	return {
		async open(address, form) {
			let url = new URL(address, origin).href;
			let response = await request(url, form);
			for (let hop = 0; response.status >= 300 && response.status < 400; hop += 1) {
				const location = response.headers.get('location');
				if (!location || hop > 10) throw new Error(`${url} redirects to nowhere`);
				await response.arrayBuffer();
				url = new URL(location, url).href;
				response = await request(url);
			}
			return { status: response.status, url, html: await response.text() };
		},
	};
}

function keepCookie(cookies: Map<string, string>, line: string): void {
	const [pair = '', ...attributes] = line.split(';');
	const at = pair.indexOf('=');
	const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
	const isGone = attributes.some((each) => /^\s*max-age=(0|-\d+)\s*$/i.test(each)) || value === '';
	if (isGone) cookies.delete(name);
	else cookies.set(name, value);
}

/** The forms of a page; selects and text areas are left to the caller to fill. */
export function readForms(page: Page): Form[] {
	return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, head = '', body = '']) => {
		const fields = new URLSearchParams();
		for (const [, input = ''] of body.matchAll(/<input\b([^>]*)>/gi)) {
			const name = readAttribute(input, 'name');
			const type = readAttribute(input, 'type') ?? 'text';
			const isOff = /^(checkbox|radio)$/.test(type) && !/\bchecked\b/i.test(input);
			if (name && !isOff && type !== 'submit') fields.append(name, readAttribute(input, 'value') ?? '');
		}
		return {
			action: new URL(readAttribute(head, 'action') ?? '', page.url).href,
			method: (readAttribute(head, 'method') ?? 'get').toLowerCase(),
			fields,
			buttons: [...body.matchAll(/<button\b([^>]*)>/gi)].map(([, button = '']) => ({
				name: readAttribute(button, 'name') ?? '',
				value: readAttribute(button, 'value') ?? '',
			})),
		};
	});
}

function readAttribute(tag: string, name: string): string | null {
	const found = tag.match(new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i'));
	return found ? decodeEntities(found[1] ?? found[2] ?? '') : null;
}

function decodeEntities(text: string): string {
	return text
		.replace(/&quot;/g, '"')
		.replace(/&#(?:x27|39);/gi, "'")
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&');
}
