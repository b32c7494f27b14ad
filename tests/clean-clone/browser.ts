/** A minimal browser without JavaScript: cookies of one site, redirects and plain forms. */
export type PlainBrowser = {
	open: (address: string, form?: URLSearchParams) => Promise<Page>;
};
export type Page = { status: number; url: string; html: string };
export type Form = {
	action: string;
	method: string;
	/** The fields that a browser sends for the unchanged form and a button without a name. */
	fields: URLSearchParams;
	buttons: { name: string; value: string }[];
};

/** Creates a browser for the site at `origin`. It sends no cookies to other sites, such as the authorization page. */
export function createBrowser(origin: string): PlainBrowser {
	const cookies = new Map<string, string>();
	const request = async (url: string, form?: URLSearchParams): Promise<Response> => {
		const headers = new Headers({ accept: 'text/html,application/json' });
		const isSameOrigin = new URL(url).origin === origin;
		if (isSameOrigin)
			headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
		if (form) headers.set('origin', new URL(url).origin);
		const response = await fetch(url, {
			method: form ? 'POST' : 'GET',
			body: form ?? null,
			headers,
			redirect: 'manual',
			signal: AbortSignal.timeout(20_000),
		});
		if (isSameOrigin) for (const header of response.headers.getSetCookie()) storeCookie(cookies, header);
		return response;
	};
	return {
		async open(address, form) {
			let url = new URL(address, origin).href;
			let response = await request(url, form);
			for (let redirectCount = 0; response.status >= 300 && response.status < 400; redirectCount += 1) {
				const location = response.headers.get('location');
				if (!location || redirectCount > 10)
					throw new Error(`${url} redirects without a target or too often`);
				await response.arrayBuffer();
				url = new URL(location, url).href;
				response = await request(url);
			}
			return { status: response.status, url, html: await response.text() };
		},
	};
}

function storeCookie(cookies: Map<string, string>, header: string): void {
	const [pair = '', ...attributes] = header.split(';');
	const at = pair.indexOf('=');
	const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
	const isDeleted = attributes.some((each) => /^\s*max-age=(0|-\d+)\s*$/i.test(each)) || value === '';
	if (isDeleted) cookies.delete(name);
	else cookies.set(name, value);
}

/** Returns the forms of a page. The fields do not include selects and text areas. */
export function parseForms(page: Page): Form[] {
	return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, head = '', body = '']) => {
		const fields = new URLSearchParams();
		for (const [, input = ''] of body.matchAll(/<input\b([^>]*)>/gi)) {
			const name = findAttribute(input, 'name');
			const type = findAttribute(input, 'type') ?? 'text';
			const isUnchecked = /^(checkbox|radio)$/.test(type) && !/\bchecked\b/i.test(input);
			if (name && !isUnchecked && type !== 'submit') fields.append(name, findAttribute(input, 'value') ?? '');
		}
		return {
			action: new URL(findAttribute(head, 'action') ?? '', page.url).href,
			method: (findAttribute(head, 'method') ?? 'get').toLowerCase(),
			fields,
			buttons: [...body.matchAll(/<button\b([^>]*)>/gi)].map(([, button = '']) => ({
				name: findAttribute(button, 'name') ?? '',
				value: findAttribute(button, 'value') ?? '',
			})),
		};
	});
}

function findAttribute(tag: string, name: string): string | null {
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
