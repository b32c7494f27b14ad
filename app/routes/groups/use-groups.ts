import { type FormEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Offline } from '~/app/shell/offline.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { Board } from '~/domain/groups/board.ts';
import { isSameBoard } from '~/domain/groups/history.ts';
import type { GroupsView } from '~/domain/groups/schema.ts';
import { boardPeopleOf } from './board-people.ts';
import { isUnsaved, reduceDraft, startDraft, toSaved, writeBoard } from './draft.ts';
import { type GroupsAnswer, type GroupsIntent, isGroupsIntent } from './groups-answer.ts';
import type { News } from './news.ts';
import { readStepFields, type Step, toStep } from './step.ts';

/** A failed form of the panel and its error; `isOurs` when the browser made the text, not the server. */
export type Failure = { intent: GroupsIntent; error: string; isOurs: boolean };

type Answer = GroupsAnswer | Offline;

/**
 * Returns the panel's model with script. Steps change the draft here; the draft is saved and split by the
 * same forms as without script, through `submit` instead of the browser's own submission.
 */
export function useGroups(
	event: EventDetail,
	view: GroupsView,
	answered: (GroupsAnswer['groups'] & { error: string | null }) | null,
) {
	const people = useMemo(() => boardPeopleOf(event, view), [event, view]);
	const saved = useMemo(() => toSaved(view), [view]);
	const [draft, dispatch] = useReducer(reduceDraft, null, () => startDraft(saved, people, answered));
	const [failure, setFailure] = useState<Failure | null>(() =>
		answered?.error ? { intent: answered.intent, error: answered.error, isOurs: false } : null,
	);
	const [news, setNews] = useState<News | null>(null);
	const saver = useFetcher<Answer>();
	const splitter = useFetcher<Answer>();
	const sent = useRef<Board>(undefined);
	const board = draft.history.board;

	useEffect(() => dispatch({ type: 'arrived', saved, people }), [saved, people]);
	useAnswer(saver.data, 'groups.save', setFailure, (groups) => {
		if (groups.saved && sent.current) {
			dispatch({ type: 'saved', answer: groups.saved, sent: sent.current });
			setNews({ what: 'saved', isByForm: true });
		}
		if (!groups.current) return;
		const theirs = toSaved(groups.current);
		// An earlier attempt may have been saved although its response was lost.
		if (sent.current && isSameBoard(theirs.board, sent.current)) setFailure(null);
		dispatch({ type: 'refused', theirs, people });
	});
	useAnswer(splitter.data, 'groups.autoSplit', setFailure, (groups) => {
		if (!groups.split) return;
		dispatch({ type: 'split', answer: groups.split, people });
		setNews({ what: 'split', isByForm: true });
	});

	const take = (step: Step, isByForm = false) => {
		setFailure(null);
		setNews({ what: step, isByForm });
		dispatch({ type: 'step', step, now: new Date().toISOString(), people });
	};
	const submit = (submitted: FormEvent<HTMLElement>) => {
		const form = submitted.target;
		if (!(form instanceof HTMLFormElement)) return;
		const { submitter } = submitted.nativeEvent as SubmitEvent;
		const fields = new FormData(form, submitter);
		const intent = fields.get('intent');
		if (!isGroupsIntent(intent)) return;
		submitted.preventDefault();
		if (intent === 'groups.edit') {
			const step = toStep(readStepFields(fields));
			if (step) take(step, true);
			return;
		}
		setFailure(null);
		const to = { method: 'post', action: `/events/${event.id}`, preventScrollReset: true } as const;
		if (intent === 'groups.save') {
			sent.current = board;
			void saver.submit(fields, to);
			return;
		}
		// With script auto-split uses the pins and pairs of the draft, so they need not be saved first.
		fields.set('board', writeBoard(board));
		void splitter.submit(fields, to);
	};

	return {
		...{ draft, board, people, failure, news, submit, take },
		isUnsaved: isUnsaved(draft),
		isSaving: saver.state !== 'idle',
		isSplitting: splitter.state !== 'idle',
		canUndo: draft.history.past.length > 0,
		undo: () => {
			dispatch({ type: 'undo', people });
			setNews({ what: 'undone', isByForm: true });
		},
		discard: () => {
			setFailure(null);
			dispatch({ type: 'discard' });
			setNews({ what: 'undone', isByForm: true });
		},
	};
}
export type GroupsModel = ReturnType<typeof useGroups>;

/** Passes each response of a fetcher to `hear` once. */
function useAnswer(
	answer: Answer | undefined,
	intent: GroupsIntent,
	setFailure: (failure: Failure | null) => void,
	hear: (groups: GroupsAnswer['groups']) => void,
): void {
	const heard = useRef<Answer>(undefined);
	useEffect(() => {
		if (!answer || heard.current === answer) return;
		heard.current = answer;
		setFailure(answer.error ? { intent, error: answer.error, isOurs: 'offline' in answer } : null);
		if (!('offline' in answer)) hear(answer.groups);
	});
}
