import { expect, test, vi } from 'vitest';
import { connect } from './connect.ts';

test('a change with its place in the log of the database sets a cookie before the page hears of it', () => {
	const source = Object.assign(new EventTarget(), { close: vi.fn() });
	const page = Object.assign(new EventTarget(), { hidden: false, cookie: '' });
	vi.stubGlobal('document', page);
	vi.stubGlobal('window', new EventTarget());
	vi.stubGlobal(
		'EventSource',
		vi.fn(function EventSource() {
			return source;
		}),
	);
	const heard: [version: number, cookie: string][] = [];
	const stop = connect({
		getAddress: () => '/live?list=1',
		onChange: (version) => heard.push([version, page.cookie]),
		onWait: () => undefined,
		onEnd: () => undefined,
	});
	const send = (data: object) =>
		source.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify(data) }));
	send({ event: '7', version: 41 });
	send({ event: '7', version: 42, lsn: '0/3000148' });
	// A later position that another page of this browser has stored is kept.
	page.cookie = 'theme=dark; change=0/A000000';
	send({ event: '7', version: 43, lsn: '0/3000149' });
	send({ event: '7', version: 44, lsn: '0/A000001' });
	stop();
	expect(heard).toEqual([
		[41, ''],
		[42, expect.stringMatching(/^change=0\/3000148; Path=\/; .*Max-Age=60$/)],
		[43, 'theme=dark; change=0/A000000'],
		[44, expect.stringMatching(/^change=0\/A000001; /)],
	]);
});
