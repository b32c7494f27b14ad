import { authenticate } from '~/server/auth/authenticate.ts';
import { finishSignIn, redeemSignInToken, type SignInFailure, startSignIn } from '~/server/auth/sign-in.ts';
import { TEST_APP_URL } from '~/tests/support/environment.ts';

/** The User-Agent header of each request. */
const USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The part of a browser that a sign-in needs: it stores cookies and follows Discord's redirect. */
export class Browser {
	readonly cookies = new Map<string, string>();
	readonly failures: SignInFailure[] = [];

	/** Returns a request to the app with this browser's cookies. */
	request(path: string, headers: Record<string, string> = {}): Request {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		return new Request(new URL(path, TEST_APP_URL), {
			headers: { 'User-Agent': USER_AGENT, ...headers, ...(cookie ? { Cookie: cookie } : {}) },
		});
	}

	/** Applies the Set-Cookie headers of a response, Max-Age=0 included. */
	storeCookies(headers: Headers): void {
		for (const line of headers.getSetCookie()) {
			const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
			const at = pair.indexOf('=');
			if (attributes.some((attribute) => /^max-age=0$/i.test(attribute)))
				this.cookies.delete(pair.slice(0, at));
			else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
		}
	}

	/** Starts a sign-in and returns the address of Discord's page. */
	async start(query = ''): Promise<URL> {
		const { authUrl, headers } = await startSignIn(this.request(`/api/auth/discord${query}`));
		this.storeCookies(headers);
		return new URL(authUrl);
	}

	/**
	 * Chooses a persona (or `cancel`) on Discord's page. Returns the callback address that Discord redirects
	 * to.
	 */
	async choose(authUrl: URL, choice: { persona: string } | { cancel: string }): Promise<URL> {
		const address = new URL(authUrl);
		for (const [key, value] of Object.entries(choice)) address.searchParams.set(key, value);
		const response = await fetch(address, { redirect: 'manual' });
		return new URL(response.headers.get('Location') ?? 'about:blank');
	}

	/** Opens the callback and returns the address that it redirects to. */
	async openCallback(address: URL, now?: Date): Promise<URL> {
		const request = this.request(address.pathname + address.search);
		const response = await finishSignIn(request, {
			...(now ? { now } : {}),
			isSignedIn: (await authenticate(request, now ?? new Date())) !== null,
			report: (one) => this.failures.push(one),
		});
		this.storeCookies(response.headers);
		return new URL(response.headers.get('Location') ?? '', TEST_APP_URL);
	}

	/** Runs a sign-in up to `/?token=…` or `/?error=…` and returns that address. */
	async authorize(discordId: string, query = '', now?: Date): Promise<URL> {
		return this.openCallback(await this.choose(await this.start(query), { persona: discordId }), now);
	}

	/** Runs the whole sign-in. Returns the address that it leads to, or null when no session was created. */
	async signIn(discordId: string, query = '', now = new Date()): Promise<string | null> {
		const landing = await this.authorize(discordId, query, now);
		return this.redeem(landing.searchParams.get('token') ?? '', now);
	}

	async redeem(token: string, now = new Date()): Promise<string | null> {
		const redeemed = await redeemSignInToken(this.request('/'), token, now);
		if (!redeemed) return null;
		this.storeCookies(redeemed.headers);
		return redeemed.location;
	}
}
