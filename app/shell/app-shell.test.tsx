import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SiteProvider } from '~/app/ui/site-context.tsx';
import type { Role } from '~/domain/users/roles.ts';
import type { UserView } from '~/domain/users/schema.ts';
import { AppShell } from './app-shell.tsx';
import { ErrorPage, ErrorScreen } from './error-page.tsx';
import { listNavPages } from './nav-pages.ts';
import type { RootData } from './root-data.ts';

const site = {
	gameName: 'Blood on the Clocktower',
	communityName: 'Candlewick Society',
	communityJoinUrl: null,
	cdnUrl: 'https://cdn.example',
	viewerZone: null,
};

function createUserView(role: Role, preferredUsername: string | null = null): UserView {
	return {
		id: '1',
		discord_id: '123456789012345678',
		discordId: '123456789012345678',
		username: 'marlowe',
		preferred_username: preferredUsername,
		preferredUsername,
		avatar: 'abc',
		role,
		notifications: true,
		theme: 'dark',
		showCountdown: true,
		created_at: '2026-10-14T12:00:00Z',
	};
}

function render(user: UserView | null, flash: RootData['flash'] = null, address = '/'): string {
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: () => (
				<SiteProvider value={site}>
					<AppShell user={user} pages={listNavPages(user)} communityName={site.communityName} year={2026}>
						<p>the page</p>
					</AppShell>
				</SiteProvider>
			),
		},
	]);
	return renderToStaticMarkup(
		<Stub initialEntries={[address]} hydrationData={{ loaderData: { root: { flash } } }} />,
	);
}

describe('the shell', () => {
	it('shows links by role', () => {
		expect(render(createUserView('player'))).not.toContain('href="/create-event"');
		expect(render(createUserView('creator'))).toContain('href="/create-event"');
		expect(render(createUserView('creator'))).not.toContain('href="/admin"');
		expect(render(createUserView('admin'))).toContain('href="/admin"');
	});

	it('shows the preferred name, else the username, with the role', () => {
		expect(render(createUserView('storyteller', 'Mar'))).toContain('>Mar<');
		const html = render(createUserView('storyteller'));
		expect(html).toContain('>marlowe<');
		expect(html).toContain('>Storyteller<');
		expect(html).toContain('https://cdn.example/avatars/123456789012345678/abc.webp');
	});

	it('switches the theme and logs out with plain forms', () => {
		const html = render(createUserView('player'));
		expect(html).toMatch(/<form[^>]*action="\/theme"/);
		expect(html).toMatch(/name="theme" value="light"/);
		expect(html).toMatch(/<form[^>]*action="\/logout"/);
		expect(html).not.toMatch(/\sstyle=/);
	});

	it('renders the live region for the flash message of the previous page', () => {
		expect(render(createUserView('player'))).toMatch(/<main[^>]*><div[^>]*aria-live="polite"><\/div>/);
		const html = render(createUserView('player'), { tone: 'error', title: 'Failed.', text: 'Why.' });
		expect(html).toMatch(/aria-live="polite"><div[^>]*><div[^>]*>.*Failed\..*Why\./);
		// Without script a link to the same page dismisses it.
		expect(html).toMatch(/<a [^>]*aria-label="Dismiss"[^>]*href="\/"/);
	});

	it('returns from Undo to the same address', () => {
		const flash = { tone: 'success', title: 'Deleted.', undo: '7' } as const;
		expect(render(createUserView('creator'), flash, '/?q=owl')).toMatch(/name="back" value="\/\?q=owl"/);
	});

	it('has a footer with the legal links', () => {
		const html = render(createUserView('player'));
		for (const to of ['/faq', '/privacy-policy', '/terms-of-use', '/cookie-policy'])
			expect(html).toContain(`href="${to}"`);
		expect(html).toContain('© 2026 Townbell.');
		expect(html).toContain('Candlewick Society');
	});

	it('works without a signed-in user', () => {
		expect(render(null)).not.toContain('action="/logout"');
	});
});

describe('error pages', () => {
	const renderAlone = (node: ReactNode) => {
		const Stub = createRoutesStub([{ path: '/', Component: () => node }]);
		return renderToStaticMarkup(<Stub />);
	};

	it('shows the specification’s text for 403 once', () => {
		const text = "You don't have permission to access this page.";
		const html = renderAlone(<ErrorPage status={403} text={text} />);
		expect(html).toContain('Access Denied');
		expect(html.match(/have permission to access this page\./g)).toHaveLength(1);
		expect(html).toContain('href="/events"');
	});

	it('shows a given title instead of the default', () => {
		const html = renderAlone(<ErrorPage status={404} title="Event not found" />);
		expect(html).toContain('Event not found');
		expect(html).not.toContain('Page not found');
		expect(html).toContain('Back to Events');
	});

	it('renders without the shell and offers a retry', () => {
		const html = renderAlone(<ErrorScreen status={503} />);
		expect(html).toContain('Townbell is temporarily unavailable');
		expect(html).toContain('Try again');
	});
});
