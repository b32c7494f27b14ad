import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SignInScreen, type SignInScreenProps } from './sign-in-screen.tsx';

function render(props: Partial<SignInScreenProps> = {}): string {
	const all = {
		communityName: 'Candlewick Society',
		gameName: 'Blood on the Clocktower',
		joinUrl: 'https://example.org/join',
		...props,
	};
	const Stub = createRoutesStub([{ path: '/login', Component: () => <SignInScreen {...all} /> }]);
	const html = renderToStaticMarkup(<Stub initialEntries={['/login?redirectTo=%2Fevents%2F4']} />);
	return html.replaceAll(/<\/?bdi[^>]*>/g, '');
}

describe('SignInScreen', () => {
	it('shows the heading, the sign-in button, the requirement and the link for newcomers', () => {
		const html = render();
		expect(html).toContain('Sign in to your account</h1>');
		expect(html).toMatch(/<a [^>]*href="\/api\/auth\/discord"/);
		expect(html).toContain('Continue with Discord');
		expect(html).toContain('member of the Discord server of Candlewick Society and hold the required role.');
		expect(html).toMatch(/<a [^>]*href="https:\/\/example\.org\/join"[^>]*rel="noopener noreferrer"/);
		expect(html).toContain('Learn More &amp; Join Us');
		expect(html).not.toContain('role="alert"');
		expect(html).not.toMatch(/\sstyle=/);
	});

	it('keeps the requested address', () => {
		expect(render({ redirectTo: '/events/4?a=1&b=2' })).toContain(
			'href="/api/auth/discord?redirectTo=%2Fevents%2F4%3Fa%3D1%26b%3D2"',
		);
	});

	it('shows that the last attempt failed, with the reason if it is known', () => {
		const message = 'Authentication failed. Please try again.';
		const unknown = { headline: null, message, reason: null, needsToJoin: false };
		const html = render({ error: { ...unknown, reason: 'You are not a member yet.' } });
		expect(html).toMatch(/role="alert"/);
		expect(html).toContain(message);
		expect(html).toContain('You are not a member yet.');
		expect(render({ error: unknown })).toContain(message);
	});

	it('offers to join first to those who are not members', () => {
		const error = { headline: 'Join first', message: 'Failed.', reason: 'Not a member.', needsToJoin: true };
		const html = render({ error });
		expect(html.indexOf('Learn More')).toBeLessThan(html.indexOf('Continue with Discord'));
		expect(html.match(/Learn More/g)).toHaveLength(1);
		expect(html).toContain('Join first');
		expect(html).toContain('Failed.');
		const withoutAddress = render({ error, joinUrl: undefined });
		expect(withoutAddress).toContain('Ask a member of Candlewick Society for an invitation.');
	});

	it('refers newcomers to a member when no join address is configured', () => {
		const html = render({ joinUrl: undefined });
		expect(html).toContain('New in town?');
		expect(html).not.toContain('Learn More');
		expect(html).toContain('Ask a member of Candlewick Society for an invitation.');
	});

	it('switches the theme with a plain form that returns to the same page', () => {
		const html = render();
		expect(html).toMatch(
			/<form [^>]*method="post"[^>]*action="\/theme"|<form [^>]*action="\/theme"[^>]*method="post"/,
		);
		expect(html).toContain('name="redirectTo" value="/login?redirectTo=%2Fevents%2F4"');
	});
});
