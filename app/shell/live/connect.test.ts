import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from './connect.ts';

class FakeEventSource extends EventTarget {
	static readonly CLOSED = 2;
	readyState = 1;
	readonly url: string;
	constructor(url: string) {
		super();
		this.url = url;
		opened.push(this);
	}
	close() {
		this.readyState = FakeEventSource.CLOSED;
	}
	send(type: 'alive' | 'changed', data: object) {
		this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
	}
}

let opened: FakeEventSource[] = [];
const listOpen = () => opened.filter(({ readyState }) => readyState === 1);
/** Returns the newest open stream. */
const getStream = () => listOpen().at(-1) ?? expect.fail('No stream is open.');
const page = Object.assign(new EventTarget(), { hidden: false, cookie: '' });
const stops: (() => void)[] = [];

beforeEach(() => {
	opened = [];
	page.cookie = '';
	vi.stubGlobal('document', page);
	vi.stubGlobal('window', new EventTarget());
	vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
	for (const stop of stops.splice(0)) stop();
});

/** Connects a page. `heard` has the versions of its changes, and the cookie at the time. */
function connectPage(eventId: string | null = null, position = '5:5:') {
	const heard: [version: number, cookie: string][] = [];
	const stop = connect({
		eventId,
		getPosition: () => position,
		onChange: (version) => heard.push([version, page.cookie]),
		onWait: () => undefined,
		onEnd: () => undefined,
	});
	stops.push(stop);
	return { stop, heard, versions: () => heard.map(([version]) => version) };
}

/** Connects a page while another has the stream, and lets it catch up. */
async function connectFollower(eventId: string | null = null) {
	const before = listOpen().length;
	const follower = connectPage(eventId);
	await vi.waitFor(() => expect(listOpen()).toHaveLength(before + 1));
	getStream().send('alive', { waitMs: 1_000 });
	expect(listOpen()).toHaveLength(before);
	return follower;
}

async function connectLeader(eventId: string | null = null) {
	const leader = connectPage(eventId);
	await vi.waitFor(() => expect(listOpen()).toHaveLength(1));
	getStream().send('alive', { waitMs: 1_000 });
	// The second lock is granted and released.
	await navigator.locks.request('townbell-live-catch-up', () => undefined);
	return leader;
}

test('a change with its place in the log of the database sets a cookie before the page hears of it', async () => {
	const { heard } = await connectLeader();
	const send = (data: object) => getStream().send('changed', { event: '7', ...data });
	send({ version: 41 });
	send({ version: 42, lsn: '0/3000148' });
	// A later position that another page of this browser has stored is kept.
	page.cookie = 'theme=dark; change=0/A000000';
	send({ version: 43, lsn: '0/3000149' });
	send({ version: 44, lsn: '0/A000001' });
	expect(heard).toEqual([
		[41, ''],
		[42, expect.stringMatching(/^change=0\/3000148; Path=\/; .*Max-Age=60$/)],
		[43, 'theme=dark; change=0/A000000'],
		[44, expect.stringMatching(/^change=0\/A000001; /)],
	]);
});

test('the pages of a browser share one stream, and each hears of what it shows', async () => {
	const [list, event, other] = [
		await connectLeader(),
		await connectFollower('7'),
		await connectFollower('8'),
	];
	expect(getStream().url).toBe('/live?list=1&since=5%3A5%3A');
	getStream().send('changed', { event: '7', version: 41 });
	getStream().send('changed', { event: '8', version: 42 });
	getStream().send('changed', { event: '0', version: 43 });
	await vi.waitFor(() => expect(other.versions()).toEqual([42, 43]));
	expect([list.versions(), event.versions()]).toEqual([
		[41, 42, 43],
		[41, 43],
	]);
	expect(opened).toHaveLength(3);
});

test('when the page with the stream closes, the next one takes over, and the others read what they missed', async () => {
	const [first, second, third] = [await connectLeader(), await connectFollower(), await connectFollower()];
	first.stop();
	await vi.waitFor(() => expect(listOpen()).toHaveLength(1));
	getStream().send('alive', { waitMs: 1_000 });
	// The third page opens its own stream, because a change may have come while no page had one.
	await vi.waitFor(() => expect(listOpen()).toHaveLength(2));
	getStream().send('changed', { event: '7', version: 41 });
	getStream().send('alive', { waitMs: 1_000 });
	expect(third.versions()).toEqual([41]);
	getStream().send('changed', { event: '7', version: 42 });
	await vi.waitFor(() => expect(third.versions()).toEqual([41, 42]));
	expect(second.versions()).toEqual([42]);
});

test('a page that could not read what it missed tries again, also while it hears the other page', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		await connectLeader();
		const follower = connectPage();
		await vi.waitFor(() => expect(listOpen()).toHaveLength(2));
		getStream().dispatchEvent(new Event('error'));
		expect(listOpen()).toHaveLength(1);
		getStream().send('changed', { event: '7', version: 41 });
		await vi.waitFor(() => expect(follower.versions()).toEqual([41]));
		vi.advanceTimersByTime(10_000);
		await vi.waitFor(() => expect(listOpen()).toHaveLength(2));
	} finally {
		vi.useRealTimers();
	}
});

test('a page that hears from the shared stream within 45 seconds opens no second one', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		await connectLeader();
		await connectFollower();
		const [stream] = listOpen();
		vi.advanceTimersByTime(44_000);
		stream?.send('alive', { waitMs: 1_000 });
		await vi.waitFor(() => expect(listOpen()).toHaveLength(1));
		vi.advanceTimersByTime(44_000);
		expect(opened).toHaveLength(2);
	} finally {
		vi.useRealTimers();
	}
});
