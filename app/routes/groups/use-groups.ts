import { type FormEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { Board } from '~/domain/groups/board.ts';
import { isSameBoard } from '~/domain/groups/history.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { isolate } from '~/domain/isolate.ts';
import { toBoardUsers } from './board-directory.ts';
import type { BoardUpdate } from './board-update.ts';
import { isUnsaved, reduceDraft, serializeBoard, startDraft, toSavedBoard } from './draft.ts';
import {
	type AddedStoryteller,
	type GroupsIntent,
	type GroupsResponse,
	isGroupsIntent,
} from './groups-response.ts';
import { omitUnchanged, parseStep, readStepFields, type Step } from './step.ts';

export type Failure = {
	intent: GroupsIntent;
	error: string;
	isGroupCount: boolean;
};

/**
 * Returns the panel's model with script. Steps change the draft here; the draft is saved and split by the
 * same forms as without script, through `submit` instead of the browser's own submission.
 */
export function useGroups(
	event: EventOnPage,
	view: OpenGroups,
	response: (GroupsResponse['groups'] & { error: string | null }) | null,
) {
	const users = useMemo(() => toBoardUsers(event, view), [event, view]);
	const saved = useMemo(() => toSavedBoard(view), [view]);
	const [draft, dispatch] = useReducer(reduceDraft, null, () => startDraft(saved, users, response));
	const [failure, setFailure] = useState<Failure | null>(() =>
		response ? toFailure(response.intent, response.error, response) : null,
	);
	// The result of auto-split is about the players who were confirmed then.
	const confirmed = String(view.confirmed);
	const [splitConfirmed, setSplitConfirmed] = useState(confirmed);
	const [update, setUpdate] = useState<BoardUpdate | null>(null);
	const saver = useFetcher<GroupsResponse>();
	const splitter = useFetcher<GroupsResponse>();
	const adder = useFetcher<AddedStoryteller>();
	const sentBoard = useRef<Board>(undefined);
	const board = draft.history.board;

	useEffect(() => dispatch({ type: 'arrived', saved, users }), [saved, users]);
	useEach(saver.data, ({ error, groups }) => {
		setFailure(toFailure('groups.save', error, groups));
		if (groups.saved && sentBoard.current) {
			dispatch({ type: 'saved', response: groups.saved, sent: sentBoard.current });
			setUpdate({ change: 'saved', isFromForm: true, dropped: groups.saved.dropped, undo: groups.undo });
		}
		if (!groups.current) return;
		const theirs = toSavedBoard(groups.current);
		// An earlier attempt may have been saved although its response was lost.
		if (sentBoard.current && isSameBoard(theirs.board, sentBoard.current)) setFailure(null);
		dispatch({ type: 'refused', theirs, users });
	});
	useEach(splitter.data, ({ error, groups }) => {
		setFailure(toFailure('groups.autoSplit', error, groups));
		if (!groups.split) return;
		dispatch({ type: 'split', response: groups.split, users });
		setSplitConfirmed(confirmed);
		setUpdate({ change: 'split', isFromForm: true });
	});

	const addedStoryteller = adder.state === 'idle' ? adder.data?.added : undefined;
	useEach(addedStoryteller, ({ storytellerId, groupId, notice }) => {
		const group = board.groups.find(({ id }) => id === groupId);
		const isSeated = group?.storytellerId === null;
		const change: Step = { type: 'changeGroup', groupId, storytellerId };
		if (isSeated) dispatch({ type: 'step', step: change, now: new Date().toISOString(), users });
		const rest = isSeated
			? `${isolate(group.name)} gets the storyteller when you save the changes.`
			: GROUP_TEXTS.chooseGroup;
		const text = [notice.text, rest].filter(Boolean).join(' ');
		setUpdate({ change: isSeated ? change : 'storyteller', isFromForm: true, notice: { ...notice, text } });
	});

	const applyStep = (step: Step, isFromForm = false) => {
		setFailure(null);
		setUpdate({ change: step, isFromForm });
		dispatch({ type: 'step', step, now: new Date().toISOString(), users });
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
			const step = parseStep(readStepFields(fields));
			if (step) applyStep(omitUnchanged(step, board.groups), true);
			return;
		}
		setFailure(null);
		const to = { method: 'post', action: `/events/${event.id}`, preventScrollReset: true } as const;
		if (intent === 'groups.save') {
			sentBoard.current = board;
			void saver.submit(fields, to);
			return;
		}
		// With script auto-split uses the pins and pairs of the draft, so they need not be saved first.
		fields.set('board', serializeBoard(draft.history));
		// Auto-split saves nothing, so there is nothing to load again.
		void splitter.submit(fields, { ...to, defaultShouldRevalidate: false });
	};

	return {
		draft,
		split: confirmed === splitConfirmed ? draft.split : null,
		board,
		users,
		failure,
		update,
		adder,
		submit,
		applyStep,
		isUnsaved: isUnsaved(draft),
		isSaving: saver.state !== 'idle',
		isSplitting: splitter.state !== 'idle',
		canUndo: draft.history.past.length > 0,
		undo: () => {
			dispatch({ type: 'undo', users });
			setUpdate({ change: 'undone', isFromForm: true });
		},
		discard: () => {
			setFailure(null);
			dispatch({ type: 'discard' });
			setUpdate({ change: 'discarded', isFromForm: true });
		},
	};
}
export type GroupsModel = ReturnType<typeof useGroups>;

const toFailure = (
	intent: GroupsIntent,
	error: string | null,
	{ isGroupCount = false }: Pick<GroupsResponse['groups'], 'isGroupCount'>,
): Failure | null => (error ? { intent, error, isGroupCount } : null);

export function useEach<Value>(value: Value | null | undefined, handle: (value: Value) => void): void {
	const handled = useRef<Value>(undefined);
	useEffect(() => {
		if (!value || handled.current === value) return;
		handled.current = value;
		handle(value);
	});
}
