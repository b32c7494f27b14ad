import { useEffect, useRef, useState } from 'react';
import { useFetchers, useMatches, useNavigation, useRevalidator } from 'react-router';
import { Announcement } from '~/app/ui/notice.tsx';
import { LIVE_LOAD } from '~/domain/limits.ts';
import { describeChanges, getRetryDelay, hasChange, type ShownEvent } from '~/domain/live.ts';
import { isChanged, isFormField } from '../early-input.ts';
import { type PageNotice, useShowNotice } from '../flash.tsx';
import { connect } from './connect.ts';
import { loadLive } from './keep-page.ts';

/** How often a page with a draft looks whether it still has one. */
const DRAFT_CHECK_MS = 1_000;

type LiveProps = {
	/** The event whose changes the page shows; null: all events. */
	eventId: string | null;
	/** Where in the log of changes the page's data was read. */
	position: string;
	/** The parts of the page whose changes screen readers announce. */
	shown: readonly ShownEvent[];
	/** Whether the page shows that something is on its way, such as a message to Discord. */
	isWaiting?: boolean;
};

/**
 * Loads the page's data again when others have changed it, at most as often as the stream asks for, and tells screen
 * readers what is new. While the user has a draft it shows a notice instead. Without script it does nothing.
 */
export function Live({ eventId, position, shown, isWaiting = false }: LiveProps) {
	const { revalidate, state } = useRevalidator();
	const navigation = useNavigation();
	const isBusy = [{ state }, navigation, ...useFetchers()].some((one) => one.state !== 'idle');
	const data = Object.fromEntries(useMatches().map((match) => [match.id, match.loaderData]));
	const showNotice = useShowNotice();
	const [announcement, setAnnouncement] = useState('');
	const latest = useRef({ position, isBusy, isWaiting, data, revalidate, showNotice });
	const loader = useRef<Loader>(null);

	useEffect(() => {
		latest.current = { position, isBusy, isWaiting, data, revalidate, showNotice };
	});
	useEffect(() => {
		if (typeof EventSource === 'undefined') return;
		const started = startLoader(latest);
		loader.current = started;
		const disconnect = connect({
			eventId,
			getPosition: () => latest.current.position,
			onChange: started.noteChange,
			onWait: started.setWait,
			onEnd: () =>
				latest.current.showNotice({
					tone: 'info',
					title: 'You are signed out. Sign in again to see what changes.',
				}),
		});
		return () => {
			disconnect();
			started.stop();
		};
	}, [eventId]);

	useEffect(() => {
		if (!isBusy) loader.current?.loadIfDue();
	}, [isBusy]);

	const told = useRef({ position, shown });
	useEffect(() => {
		const before = told.current;
		if (before.position === position) return;
		told.current = { position, shown };
		// What the user did is announced by its own form.
		if (loader.current?.consumeHasLoaded()) setAnnouncement(describeChanges(before.shown, shown));
	}, [position, shown]);

	return <Announcement>{announcement}</Announcement>;
}

type Latest = {
	readonly current: {
		position: string;
		isBusy: boolean;
		isWaiting: boolean;
		data: Record<string, unknown>;
		revalidate: () => Promise<void>;
		showNotice: ReturnType<typeof useShowNotice>;
	};
};

type Loader = ReturnType<typeof startLoader>;

/** Decides when the page loads again. */
function startLoader(latest: Latest) {
	let versions: number[] = [];
	let waitMs: number = LIVE_LOAD.minMs;
	let lastAt = Number.NEGATIVE_INFINITY;
	let failures = 0;
	let hasLoaded = false;
	let notice: PageNotice | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const loadIfDue = () => {
		clearTimeout(timer);
		const { position, isBusy, isWaiting } = latest.current;
		versions = versions.filter((version) => !hasChange(position, version));
		if (versions.length === 0) return hideNotice();
		// It is called again when the page is no longer busy.
		if (isBusy) return;
		const delay =
			lastAt + (failures > 0 ? getRetryDelay(failures, Math.random()) : waitMs) - performance.now();
		if (delay > 0) return callLater(delay);
		if (hasDraft(document, isWaiting)) {
			showNotice();
			return callLater(DRAFT_CHECK_MS);
		}
		void load();
	};
	const callLater = (delay: number) => {
		timer = setTimeout(loadIfDue, delay);
	};
	const load = async () => {
		clearTimeout(timer);
		const loaded = versions;
		[versions, lastAt, hasLoaded] = [[], performance.now(), true];
		hideNotice();
		const { data, revalidate } = latest.current;
		const isLoaded = await loadLive(data, revalidate);
		failures = isLoaded ? 0 : failures + 1;
		if (isLoaded) return;
		hasLoaded = false;
		versions = [...loaded, ...versions];
		loadIfDue();
	};
	const showNotice = () => {
		if (notice) return;
		const run = () => void load();
		notice = { tone: 'info', title: 'New changes', action: { label: 'Show', run } };
		latest.current.showNotice(notice);
	};
	const hideNotice = () => {
		const hidden = notice;
		notice = null;
		if (hidden) latest.current.showNotice((shown) => (shown === hidden ? null : shown));
	};

	return {
		loadIfDue,
		noteChange(version: number) {
			versions.push(version);
			loadIfDue();
		},
		setWait(ms: number) {
			waitMs = ms;
		},
		/** Returns whether a live load has finished since the last call. */
		consumeHasLoaded() {
			const was = hasLoaded;
			hasLoaded = false;
			return was;
		},
		stop() {
			clearTimeout(timer);
			hideNotice();
		},
	};
}

/** What a user is in the middle of: an open dialog or a drag. */
const BUSY = 'dialog[open], [data-drag-overlay]';
/** Groups that are not saved. */
const DRAFT = '[data-draft]';
/** A search is no draft, nor is a field whose choice is kept elsewhere. */
const NO_DRAFT = 'search, [role="search"], [data-no-draft]';

/**
 * Returns whether new data could disturb what the user writes, has chosen or has selected in `page`. A load keeps all of
 * it, so while the user waits for the result of a press (`isWaiting`), only what a load would interrupt counts.
 */
function hasDraft(page: Document, isWaiting: boolean): boolean {
	const main = page.getElementById('main');
	if (!main) return false;
	if (page.querySelector(BUSY)) return true;
	if (isWaiting) return false;
	if (page.querySelector(DRAFT)) return true;
	const fields = [...main.querySelectorAll('input, select, textarea')].filter(isFormField);
	if (fields.some((field) => !field.closest(NO_DRAFT) && isChanged(field))) return true;
	const selection = page.getSelection();
	return selection !== null && !selection.isCollapsed && main.contains(selection.anchorNode);
}
