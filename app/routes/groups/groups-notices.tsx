import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Save, Undo2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { FAILURES } from '~/domain/failures.ts';
import type { Board } from '~/domain/groups/board.ts';
import { isSameBoard } from '~/domain/groups/history.ts';
import { describeDropped, GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { useBoardScreen } from './board-screen.ts';
import { serializeBoard } from './draft.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsResponse } from './groups-response.ts';
import { type StepFields, serializeStep } from './step.ts';
import { ReloadForm, StepHiddenFields } from './step-form.tsx';
import { SaveForm } from './unsaved-bar.tsx';
import type { GroupsModel } from './use-groups.ts';

type GroupsNoticesProps = {
	model: GroupsModel;
	response: GroupsResponse['groups'] | null;
};

/** Renders the errors above the board; `BottomNotices` renders those of single steps and saves. */
export function TopNotices({ model }: Pick<GroupsNoticesProps, 'model'>) {
	const { failure } = model;
	return (
		<>
			<TwoVersions model={model} refusal={failure?.intent === 'groups.save' ? failure.error : null} />
			{failure?.intent === 'groups.autoSplit' && !failure.isGroupCount && (
				<BoardFailure failure={failure} step={null} />
			)}
		</>
	);
}

export function BottomNotices({ model, response }: GroupsNoticesProps) {
	const { draft, failure } = model;
	const isShownAbove = failure?.intent === 'groups.save' && draft.theirs !== null;
	return (
		<>
			{failure && failure.intent !== 'groups.autoSplit' && !isShownAbove && (
				<BoardFailure failure={failure} step={response?.current ? (response.step ?? null) : null} />
			)}
			{draft.refusal && <Notice tone="error">{draft.refusal}</Notice>}
			{draft.dropped.length > 0 && <DroppedNotice ids={draft.dropped} />}
		</>
	);
}

type BoardFailureProps = {
	failure: NonNullable<GroupsModel['failure']>;
	/** The step that was refused as stale; it can be repeated on the saved groups. */
	step: StepFields | null;
};

function BoardFailure({ failure, step }: BoardFailureProps) {
	const { intent, error } = failure;
	const { action } = useBoardScreen();
	// For auto-split the server's own text is the title (spec, section 8).
	if (intent === 'groups.autoSplit') return <Notice tone="error" failure={failure} title={error} />;
	return (
		<Notice tone="error" failure={failure} title={FAILURES['groups.save']}>
			{error}
			{step && (
				<>
					{' '}
					This page now shows the saved groups, without your change.
					<form method="post" action={action} className={css.barActions}>
						<StepHiddenFields />
						<Button name="step" value={serializeStep(step)}>
							Make my change again
						</Button>
					</form>
				</>
			)}
		</Notice>
	);
}

/** Renders the players who were dropped from the groups, by the names that they had before. */
function DroppedNotice({ ids }: { ids: readonly string[] }) {
	const { findFormerName } = useBoardScreen();
	return <Notice>{describeDropped(ids.map(findFormerName))}</Notice>;
}

type TwoVersionsProps = {
	model: GroupsModel;
	/** Why a save was refused because of the other version; null when it arrived by itself. */
	refusal: string | null;
};

/** Renders both versions and the choice between them. The board below keeps the viewer's version. */
function TwoVersions({ model, refusal }: TwoVersionsProps) {
	const isHydrated = useHydrated();
	const screen = useBoardScreen();
	const { theirs } = model.draft;
	const container = useRef<HTMLDivElement>(null);
	// Save Changes is below the board, the conflict notice above it, so the notice is focused.
	useEffect(() => {
		if (refusal !== null && theirs) container.current?.focus();
	}, [refusal, theirs]);
	if (!theirs) return null;
	const { board } = model;
	return (
		<div ref={container} tabIndex={-1} className={css.conflict}>
			<Notice tone="error" title={refusal === null ? GROUP_TEXTS.stale : FAILURES['groups.save']}>
				{refusal} {isSameBoard(board, theirs.board) && 'Both versions are identical.'} Nothing is lost: the
				groups below are still yours.
				<div className={css.versions}>
					<Version title="Yours" board={board} other={theirs.board} />
					<Version title="Saved version" board={theirs.board} other={board} />
				</div>
				<div className={css.barActions}>
					{isHydrated ? (
						<Button type="button" icon={Undo2} onClick={model.discard}>
							Use the saved version
						</Button>
					) : (
						<ReloadForm {...screen}>
							<Button icon={Undo2}>Use the saved version</Button>
						</ReloadForm>
					)}
					<SaveForm board={serializeBoard(model.draft.history)} version={theirs.version}>
						<Button variant="primary" icon={Save} pending={model.isSaving && 'Saving...'}>
							Save mine instead
						</Button>
					</SaveForm>
				</div>
			</Notice>
		</div>
	);
}

/** Renders one version in words, with its differences from the other one in bold. */
function Version({ title, board, other }: { title: string; board: Board; other: Board }) {
	const { directory, library } = useBoardScreen();
	return (
		<div className={css.version}>
			<h3 className={css.versionTitle}>{title}</h3>
			{board.groups.length === 0 && <p className={css.versionGroup}>No groups</p>}
			{board.groups.map((group) => {
				const otherGroup = other.groups.find(({ id }) => id === group.id);
				const script = library.scriptChoices.find(({ id }) => id === group.scriptId);
				const channel = library.voiceChannels.find(({ id }) => id === group.voiceChannelId);
				const storyteller = group.storytellerId && directory.storyteller(group.storytellerId).name;
				return (
					<p key={group.id} className={css.versionGroup}>
						<Changed
							isChanged={otherGroup?.name !== group.name || otherGroup.maxPlayers !== group.maxPlayers}
						>
							<Name>{group.name}</Name> (max {group.maxPlayers})
						</Changed>
						{storyteller && (
							<>
								, storyteller{' '}
								<Changed isChanged={otherGroup?.storytellerId !== group.storytellerId}>
									<Name>{storyteller}</Name>
								</Changed>
							</>
						)}
						{group.coStorytellerIds.map((id) => (
							<span key={id}>
								, co-storyteller{' '}
								<Changed isChanged={!otherGroup?.coStorytellerIds.includes(id)}>
									<Name>{directory.storyteller(id).name}</Name>
								</Changed>
							</span>
						))}
						{script && (
							<>
								, script{' '}
								<Changed isChanged={(otherGroup?.scriptId ?? null) !== group.scriptId}>
									<Name>{script.name}</Name>
								</Changed>
							</>
						)}
						{channel && (
							<>
								, voice channel{' '}
								<Changed isChanged={otherGroup?.voiceChannelId !== group.voiceChannelId}>
									<Name>{channel.name}</Name>
								</Changed>
							</>
						)}
						:{' '}
						{group.players.length === 0
							? 'no players'
							: group.players.map((id, index) => (
									<span key={id}>
										{index > 0 && ', '}
										<Changed isChanged={!otherGroup?.players.includes(id)}>
											<Name>{directory.player(id).name}</Name>
										</Changed>
									</span>
								))}
					</p>
				);
			})}
		</div>
	);
}

const Changed = ({ isChanged, children }: { isChanged: boolean; children: ReactNode }) =>
	isChanged ? <b>{children}</b> : children;
