import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Select } from '~/app/ui/field.tsx';
import { Save } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { ATTENDANCE_LABELS, ATTENDANCE_STATES, FIRST_STATE, listMarks } from '~/domain/groups/attendance.ts';
import { WINNER_LABELS, WINNERS } from '~/domain/groups/result.ts';
import { ATTENDANCE_WEEKS } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readRollCall, saveRollCall } from '~/server/operations/groups/index.ts';
import type { Route } from './+types/roll-call.ts';
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
	const { refusal } = await submit(saveRollCall, context, {
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
	});
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
	loaderData: { event, problem, isTaken, present, groups },
	actionData,
}: Route.ComponentProps) {
	const navigation = useNavigation();
	const isSaving = navigation.state !== 'idle' && navigation.formMethod === 'POST';
	const canSave = problem === null && groups.length > 0;
	const players = groups.flatMap((group) => group.players);
	const ungrouped = groups.length > 1 ? 'Without a group' : 'Players';
	const before = new URLSearchParams(players.map(({ id, state }) => [id, state ?? '']));
	return (
		<div className={joinClasses(wrap, css.page)}>
			<BackLink to={`/events/${event.id}`}>Back to the event</BackLink>
			<PageHead
				title="Roll call"
				subtitle={
					<>
						<Name>{event.title}</Name> · {formatDateTimeShort(event.date, event.timezone)} (
						{getZoneLabel(event.timezone)})
					</>
				}
			/>
			<Form method="post" className={css.form}>
				<input type="hidden" name="intent" value="attendance.save" />
				<input type="hidden" name="round" value={actionData?.round ?? present} />
				<input type="hidden" name={STATES_BEFORE} value={actionData?.statesBefore ?? before.toString()} />
				<FailureNotice failure={actionData} title={getFailureTitle('attendance.save')} />
				{problem && <Notice tone="info">{problem}</Notice>}
				{!problem && groups.length === 0 && <p>There are no players to mark.</p>}
				{canSave &&
					groups.map(({ group, players }) => (
						<Card as="fieldset" key={group?.id ?? ''} className={css.group}>
							<legend className={css.legend}>
								{group === null ? ungrouped : <Name>{group.name}</Name>}
								{group?.round && ` (round ${group.round})`}
							</legend>
							<div className={css.players}>
								{players.map((player) => (
									<Select
										key={player.id}
										name={PLAYER + player.id}
										label={player.name}
										defaultValue={actionData?.states[player.id] ?? player.state ?? FIRST_STATE}
									>
										{ATTENDANCE_STATES.map((state) => (
											<option key={state} value={state}>
												{ATTENDANCE_LABELS[state]}
											</option>
										))}
									</Select>
								))}
								{group !== null && <WinnerSelect group={group} refused={actionData} />}
							</div>
						</Card>
					))}
				{canSave && (
					<div className={css.actions}>
						<Button variant="primary" icon={Save} pending={isSaving && 'Saving...'}>
							{isTaken ? 'Save changes' : 'Save roll call'}
						</Button>
						<p className={mutedSmall}>
							Each player sees their own entry; the others see none. Entries end after {ATTENDANCE_WEEKS}{' '}
							weeks.
						</p>
					</div>
				)}
			</Form>
		</div>
	);
}

type Values = Partial<Record<string, string>>;
type WinnerSelectProps = {
	group: NonNullable<Route.ComponentProps['loaderData']['groups'][number]['group']>;
	/** What a refused form had. */
	refused: { winners: Values; winnersBefore: Values } | undefined;
};

/** Renders the choice of who won, and what it was when the page was loaded. */
function WinnerSelect({ group: { id, winner }, refused }: WinnerSelectProps) {
	const before = refused?.winnersBefore[id] ?? winner ?? '';
	return (
		<>
			<input type="hidden" name={WINNER_BEFORE + id} value={before} />
			<Select name={WINNER + id} label="Who won?" defaultValue={refused?.winners[id] ?? before}>
				<option value="">No result</option>
				{WINNERS.map((each) => (
					<option key={each} value={each}>
						{WINNER_LABELS[each]}
					</option>
				))}
			</Select>
		</>
	);
}
