import { useId } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { Live } from '~/app/shell/live/live.tsx';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { VoiceChannelLink } from '~/app/shell/voice-channel-link.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Checkbox } from '~/app/ui/field.tsx';
import { UsersRound } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { describeGame } from '~/domain/groups/result.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readRounds, startNextRound } from '~/server/operations/groups/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/rounds.ts';
import { EventPageHead, StorytellerNames } from './event-page-head.tsx';
import * as css from './rounds.css.ts';

/** The rounds of an event, each with its groups; creators begin the next one. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'groups.read');
	const rounds = await load(readRounds, context, {
		params,
		read: () => ({ round: url.searchParams.get('round') }),
		ifMissing: () => redirectMissingEvent(context),
	});
	return { ...rounds, formKey: createFormKey() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'groups.nextRound');
	const form = await readPageForm(request);
	const version = readText(form, 'version');
	const playing = form.getAll('playing').map(String);
	const { result, refusal } = await submit(startNextRound, context, {
		params,
		read: () => ({
			version: version === '' ? undefined : Number(version),
			playing,
			idempotencyKey: readText(form, 'key') || undefined,
		}),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal) return data({ ...refusal, playing }, { status: refusal.status });
	const { round, players, problem } = result;
	const notice = await offerUndo(context, {
		tone: 'success',
		title: `Round ${round} has begun with ${formatCount(players, 'player')}.`,
		text:
			problem === null
				? 'Please look at the new groups.'
				: `Those who play sit where they sat, and the scripts are chosen again. ${problem}`,
	});
	return redirectAfterForm(context, `/events/${params.eventId}#groups`, notice);
}

export const meta: Route.MetaFunction = () => [{ title: 'Rounds · Townbell' }];

export default function Rounds({ loaderData, actionData }: Route.ComponentProps) {
	const { event, currentRound, shown, groups, next, position } = loaderData;
	return (
		<div className={joinClasses(wrap, css.page)}>
			<EventPageHead event={event} title="Rounds" />
			<FailureNotice failure={actionData} title={getFailureTitle('groups.nextRound')} />
			<nav aria-label="Rounds" className={css.tabs}>
				{Array.from({ length: currentRound }, (_, index) => index + 1).map((round) => (
					<ButtonLink
						key={round}
						to={`/events/${event.id}/rounds?round=${round}`}
						variant={round === shown ? 'primary' : 'quiet'}
						aria-current={round === shown ? 'page' : undefined}
						preventScrollReset
					>
						Round {round}
						{round === currentRound && currentRound > 1 && ' (now)'}
					</ButtonLink>
				))}
			</nav>
			<div className={css.groups}>
				{groups.length === 0 && !next && <p className={mutedSmall}>No groups yet.</p>}
				{groups.map((group) => (
					<PlayedGroup key={group.id} group={group} />
				))}
			</div>
			{next && shown === currentRound && (
				<NextRound
					next={next}
					round={currentRound + 1}
					formKey={loaderData.formKey}
					playing={actionData?.playing ?? []}
				/>
			)}
			<Live eventId={event.id} position={position} shown={[]} />
		</div>
	);
}

type Data = Route.ComponentProps['loaderData'];

function PlayedGroup({
	group: { name, voiceChannel, script, winner, storytellers, players },
}: {
	group: Data['groups'][number];
}) {
	const heading = useId();
	const game = describeGame({ script, winner });
	return (
		<Card aria-labelledby={heading}>
			<h2 id={heading} className={css.name}>
				<Name>{name}</Name>
			</h2>
			<p className={mutedSmall}>
				{[formatCount(players.length, 'player'), game].filter(Boolean).join(' · ')}
			</p>
			{storytellers.length > 0 && (
				<p>
					<StorytellerNames names={storytellers} />
				</p>
			)}
			{voiceChannel && (
				<p>
					<VoiceChannelLink channel={voiceChannel} />
				</p>
			)}
			<ol className={css.players}>
				{players.map((player, index) => (
					// Two players may have the same name.
					<li key={index}>
						<Name>{player}</Name>
					</li>
				))}
			</ol>
		</Card>
	);
}

type NextRoundProps = {
	next: NonNullable<Data['next']>;
	round: number;
	formKey: string;
	playing: readonly string[];
};

function NextRound({
	next: { problem, version, players, kept, unmixed, missingMarks, storytellers },
	round,
	formKey,
	playing,
}: NextRoundProps) {
	const hint = useId();
	const isSaving = useNavigation().formMethod === 'POST';
	return (
		<Card aria-label="Next round" className={css.next}>
			{problem !== null ? (
				<p className={mutedSmall}>{problem}</p>
			) : (
				<Form method="post" className={css.form}>
					<input type="hidden" name="intent" value="groups.nextRound" />
					<input type="hidden" name="version" value={version} />
					<input type="hidden" name="key" value={formKey} />
					<p>
						{players}{' '}
						{unmixed === null
							? `They get new groups, so that they play with others than before tonight. ${kept ? `${kept} ` : ''}The scripts are chosen again.`
							: `Those who play stay in their groups. ${unmixed} You can move players afterwards.`}
					</p>
					{missingMarks && <Notice tone="info">{missingMarks}</Notice>}
					{storytellers.length > 0 && (
						<fieldset aria-describedby={hint}>
							<legend className={strongSmall}>Storytellers who want to play in round {round}</legend>
							<p id={hint} className={mutedSmall}>
								They get a seat like the players. Someone else then runs their group.
							</p>
							{storytellers.map(({ id, name }) => (
								<Checkbox
									key={id}
									name="playing"
									value={id}
									label={<Name>{name}</Name>}
									defaultChecked={playing.includes(id)}
								/>
							))}
						</fieldset>
					)}
					<div className={css.actions}>
						<Button variant="primary" icon={UsersRound} pending={isSaving && 'Mixing...'}>
							Begin round {round}
						</Button>
						<ButtonLink to="../attendance" relative="path" variant="quiet">
							Roll call
						</ButtonLink>
					</div>
				</Form>
			)}
		</Card>
	);
}
