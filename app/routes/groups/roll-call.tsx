import { useId, useRef, useState } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { LeaveGuard } from '~/app/shell/leave-guard.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Options, Select } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { EllipsisVertical, Save } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import {
	ATTENDANCE_LABELS,
	ATTENDANCE_STATES,
	type Attendance,
	describeRollCall,
	describeStates,
	FIRST_STATE,
	listMarks,
} from '~/domain/groups/attendance.ts';
import { WINNER_LABELS, WINNERS } from '~/domain/groups/result.ts';
import { ATTENDANCE_WEEKS } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readRollCall, saveRollCall } from '~/server/operations/groups/index.ts';
import type { Route } from './+types/roll-call.ts';
import { EventPageHead } from './event-page-head.tsx';
import * as css from './roll-call.css.ts';

const [PLAYER, WINNER, WINNER_BEFORE] = ['player-', 'winner-', 'before-'];
/** All states are in one field, because a form has at most 1,000 fields and the roll call up to 500 players. */
const STATES_BEFORE = 'states-before';

/** The roll call of an event: who was there; for the storytellers of its groups, creators and admins. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'attendance.save');
	return load(readRollCall, context, { params, ifMissing: () => redirectMissingEvent(context) });
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'attendance.save');
	const form = await readPageForm(request);
	const [states, winners] = [readFields(form, PLAYER), readFields(form, WINNER)];
	// Only changes are sent, so that a form that was opened earlier does not replace newer states and results.
	const statesBefore = readText(form, STATES_BEFORE);
	const { attendance, untouched } = listMarks(states, Object.fromEntries(new URLSearchParams(statesBefore)));
	const round = readText(form, 'round');
	const winnersBefore = readFields(form, WINNER_BEFORE);
	const changed = Object.entries(winners).filter(([id, winner]) => winner !== winnersBefore[id]);
	const { result, refusal } = await submit(saveRollCall, context, {
		params,
		read: () => ({
			attendance,
			untouched,
			round: round === '' ? undefined : Number(round),
			results: changed.map(([group_id, winner]) => ({ group_id, winner: winner || null })),
		}),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal)
		return data(
			{ ...refusal, states, statesBefore, round, winners, winnersBefore },
			{ status: refusal.status },
		);
	return redirectAfterForm(context, `/events/${params.eventId}`, {
		tone: 'success',
		title: 'The roll call is saved.',
		text: describeSaved(result),
	});
}

function describeSaved(states: readonly Attendance[]): string | undefined {
	const text = describeStates(states);
	return text === null ? undefined : `Now: ${text}.`;
}

/** Returns the fields whose names begin with `prefix`, by the rest of their names. */
const readFields = (form: FormData, prefix: string): Partial<Record<string, string>> =>
	Object.fromEntries(
		[...form].flatMap(([name, value]) =>
			name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)]] : [],
		),
	);

export const meta: Route.MetaFunction = () => [{ title: 'Roll call · Townbell' }];

export default function RollCall({
	loaderData: { event, problem, marked, saved, currentRound, groups },
	actionData,
}: Route.ComponentProps) {
	const [isChanged, setIsChanged] = useState(false);
	const isSaving = useNavigation().formMethod === 'POST';
	const canSave = problem === null && groups.length > 0;
	const players = groups.flatMap((group) => group.players);
	const gone = players.filter(({ isExpected }) => !isExpected);
	const playing = groups.flatMap(({ group, players: own }) => {
		const expected = own.filter(({ isExpected }) => isExpected);
		return expected.length > 0 ? [{ group, players: expected }] : [];
	});
	const played = groups.flatMap(({ group }) => group ?? []);
	const ungrouped = groups.length > 1 ? 'Without a group' : 'Players';
	const renderPlayers = (listed: typeof players) => (
		<div className={css.players}>
			{listed.map((player) => (
				<PlayerStates
					key={player.id}
					player={player}
					isUnmarked={marked > 0 && player.state === null}
					state={actionData?.states[player.id] ?? player.state ?? FIRST_STATE}
				/>
			))}
		</div>
	);
	const before = new URLSearchParams(players.map(({ id, state }) => [id, state ?? '']));
	return (
		<div className={joinClasses(wrap, css.page)}>
			<EventPageHead event={event} title="Roll call" />
			{canSave && players.length > 0 && (
				<Notice tone={marked < players.length ? 'info' : 'success'} live={false} className={css.taken}>
					{describeRollCall({
						marked,
						total: players.length,
						saved: saved && { by: saved.by, at: formatDateTimeShort(saved.at, event.timezone) },
					})}
				</Notice>
			)}
			<LeaveGuard
				isUnsaved={isChanged}
				isKept={(pathname) => pathname === `/events/${event.id}/attendance`}
				text="The roll call has unsaved marks."
			/>
			<Form method="post" className={css.form} onChange={() => setIsChanged(true)}>
				<input type="hidden" name="intent" value="attendance.save" />
				<input type="hidden" name="round" value={actionData?.round ?? currentRound} />
				<input type="hidden" name={STATES_BEFORE} value={actionData?.statesBefore ?? before.toString()} />
				<FailureNotice failure={actionData} title={getFailureTitle('attendance.save')} />
				{problem && <Notice tone="info">{problem}</Notice>}
				{!problem && groups.length === 0 && <p>There are no players to mark.</p>}
				{canSave &&
					playing.map(({ group, players: own }) => (
						<Card as="fieldset" key={group?.id ?? ''} className={css.group}>
							<legend className={css.legend}>
								{group === null ? ungrouped : <GroupName group={group} />}
							</legend>
							{renderPlayers(own)}
						</Card>
					))}
				{canSave && gone.length > 0 && (
					<Card as="fieldset" className={css.group}>
						<legend className={css.legend}>Marked, but no longer signed up</legend>
						{renderPlayers(gone)}
					</Card>
				)}
				{canSave && played.length > 0 && (
					<Card as="fieldset" className={css.group}>
						<legend className={css.legend}>Who won?</legend>
						<div className={css.winners}>
							{played.map((group) => (
								<WinnerSelect key={group.id} group={group} refused={actionData} />
							))}
						</div>
					</Card>
				)}
				{canSave && (
					<div className={css.actions}>
						<Button variant="primary" icon={Save} pending={isSaving && 'Saving...'}>
							{marked > 0 ? 'Save changes' : 'Save roll call'}
						</Button>
						<p className={mutedSmall}>
							Each player sees their own entry; the others see none. Entries are deleted after{' '}
							{ATTENDANCE_WEEKS} weeks.
						</p>
					</div>
				)}
			</Form>
		</div>
	);
}

type Group = NonNullable<Route.ComponentProps['loaderData']['groups'][number]['group']>;

const GroupName = ({ group: { name, round } }: { group: Pick<Group, 'name' | 'round'> }) => (
	<>
		<Name>{name}</Name>
		{round && ` (round ${round})`}
	</>
);

/** What most players are; the other states are behind a button, so that a phone shows many players. */
const USUAL_STATES: readonly Attendance[] = ['present', 'absent'];
const RARE_STATES = ATTENDANCE_STATES.filter((state) => !USUAL_STATES.includes(state));

type PlayerStatesProps = {
	/** Whether only this player has no mark yet, while others have one. */
	isUnmarked: boolean;
	player: Route.ComponentProps['loaderData']['groups'][number]['players'][number];
	state: string;
};

/** Renders the states of a player as one row: a tap for each of the two usual ones, and the others below. */
function PlayerStates({ player: { id, name }, isUnmarked, state }: PlayerStatesProps) {
	const firstRare = useRef<HTMLInputElement>(null);
	const heading = useId();
	const renderState = (each: Attendance) => (
		<label key={each} className={css.state}>
			<input
				type="radio"
				name={PLAYER + id}
				value={each}
				ref={each === RARE_STATES[0] ? firstRare : undefined}
				defaultChecked={each === state}
				className={css.radio}
			/>
			<span className={css.face} data-state={each}>
				{ATTENDANCE_LABELS[each]}
			</span>
		</label>
	);
	return (
		<div role="radiogroup" aria-labelledby={heading} className={css.player}>
			<span className={css.name}>
				<Name id={heading}>{name}</Name>
				{isUnmarked && <span className={css.unmarked}> not marked yet</span>}
			</span>
			{USUAL_STATES.map(renderState)}
			<details
				className={css.more}
				// From the keyboard, only the chosen state of a radio group is in the order of focus.
				onToggle={({ currentTarget: { open, firstElementChild } }) => {
					if (open && firstElementChild === document.activeElement) firstRare.current?.focus();
				}}
				open={RARE_STATES.some((each) => each === state)}
			>
				<summary className={css.moreSummary} aria-label={`Other states of ${name}`}>
					<Icon icon={EllipsisVertical} />
				</summary>
				<div className={css.rare}>{RARE_STATES.map(renderState)}</div>
			</details>
		</div>
	);
}

type Values = Partial<Record<string, string>>;
type WinnerSelectProps = {
	group: Group;
	refused: { winners: Values; winnersBefore: Values } | undefined;
};

function WinnerSelect({ group, refused }: WinnerSelectProps) {
	const { id, winner } = group;
	const before = refused?.winnersBefore[id] ?? winner ?? '';
	return (
		<>
			<input type="hidden" name={WINNER_BEFORE + id} value={before} />
			<Select
				name={WINNER + id}
				label={<GroupName group={group} />}
				defaultValue={refused?.winners[id] ?? before}
			>
				<option value="">No result</option>
				<Options entries={WINNERS.map((each) => [each, WINNER_LABELS[each]])} />
			</Select>
		</>
	);
}
