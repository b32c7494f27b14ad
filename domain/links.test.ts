import { expect, test } from 'vitest';
import { isDiscordChannel, splitLinks } from './links.ts';

/** Writes each link as [text|href], or [text] when both are equal. */
const show = (text: string) =>
	splitLinks(text)
		.map((part) =>
			part.href === null
				? part.text
				: part.href === part.text
					? `[${part.text}]`
					: `[${part.text}|${part.href}]`,
		)
		.join('');

test.each([
	['no address at all', 'no address at all'],
	['', ''],
	['https://example.org/a', '[https://example.org/a]'],
	['See https://example.org/a?b=1#c.', 'See [https://example.org/a?b=1#c].'],
	['two: http://a.example/x, https://b.example/y!', 'two: [http://a.example/x], [https://b.example/y]!'],
	['(https://example.org/a)', '([https://example.org/a])'],
	['https://example.org/wiki/Clock_(tower)', '[https://example.org/wiki/Clock_(tower)]'],
	['“https://example.org/a”', '“[https://example.org/a]”'],
	['line\nhttps://example.org/a\nline', 'line\n[https://example.org/a]\nline'],
	['HTTPS://Example.org/A', '[HTTPS://Example.org/A|https://example.org/A]'],
	['https://example.org', '[https://example.org|https://example.org/]'],
	['https://bücher.example/ü', '[https://bücher.example/ü|https://xn--bcher-kva.example/%C3%BC]'],
	['https://discord.com@evil.example/', 'https://discord.com@evil.example/'],
	['https://:discord.com@evil.example/', 'https://:discord.com@evil.example/'],
	['javascript:alert(1)', 'javascript:alert(1)'],
	['ftp://example.org', 'ftp://example.org'],
	['https://', 'https://'],
	['https://...', 'https://...'],
	['https://exa mple', '[https://exa|https://exa/] mple'],
	['<a href="https://example.org/x">', '<a href="[https://example.org/x]">'],
])('%j', (text, shown) => expect(show(text)).toBe(shown));

test('a long row of brackets is read in time', () => {
	const text = `https://a.example/${')'.repeat(2_000)}`;
	expect(show(text)).toBe(`[https://a.example/]${')'.repeat(2_000)}`);
});

test.each([
	['https://discord.com/channels/123/456', true],
	['https://ptb.discord.com/channels/123/456', true],
	['https://discord.com/channels/123/456/789', false],
	['https://discord.com/invite/abc', false],
	['https://discord.com.evil.example/channels/123/456', false],
])('%s opens a channel: %s', (href, isChannel) => expect(isDiscordChannel(href)).toBe(isChannel));
