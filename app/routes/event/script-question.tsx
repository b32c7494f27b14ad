import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { redirectMissingEvent, redirectToEvent } from '~/app/shell/signup-form.ts';
import { Button } from '~/app/ui/button.tsx';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox, Options, Select } from '~/app/ui/field.tsx';
import { Save } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted, mutedSmall } from '~/app/ui/text.css.ts';
import { SCRIPT_LIMITS } from '~/domain/limits.ts';
import { describeVotes, VOTE_LABELS, VOTES } from '~/domain/scripts/votes.ts';
import { guardPage, load, readPageForm, submit } from '~/server/http/responses.ts';
import { askForScripts, readScriptQuestion, saveScriptVotes } from '~/server/operations/scripts/index.ts';
import type { Route } from './+types/script-question.ts';
import * as css from './signup-dialog.css.ts';

const VOTE = 'vote-';

/** The dialog in which players say what they would like to play, and creators ask and read the answers. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'scripts.vote');
	const question = await load(readScriptQuestion, context, {
		params,
		ifMissing: () => redirectMissingEvent(context),
	});
	return { question, closeHref: `/events/${params.eventId}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	guardPage(context, 'scripts.vote');
	const form = await readPageForm(request);
	const address = params.eventId + url.search;
	if (form.get('intent') === 'scripts.ask') {
		const scripts = form.getAll('script').map(String);
		const { refusal } = await submit(askForScripts, context, {
			params,
			read: () => ({ scripts }),
			returnedKinds: ['missing'],
		});
		if (refusal?.kind === 'missing') return redirectMissingEvent(context);
		if (refusal)
			return data({ ...refusal, intent: 'scripts.ask', scripts, votes: {} }, { status: refusal.status });
		const title =
			scripts.length === 0
				? 'The question is closed.'
				: 'Players can answer on the event’s page now. They get no message.';
		return redirectToEvent(context, address, title);
	}
	const votes = Object.fromEntries(
		[...form].flatMap(([name, value]) =>
			name.startsWith(VOTE) ? [[name.slice(VOTE.length), String(value)]] : [],
		),
	);
	const { refusal } = await submit(saveScriptVotes, context, {
		params,
		read: () => ({
			votes: Object.fromEntries(Object.entries(votes).map(([script, vote]) => [script, vote || null])),
		}),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal)
		return data({ ...refusal, intent: 'scripts.vote', scripts: null, votes }, { status: refusal.status });
	return redirectToEvent(context, address, 'Thanks, your answer counts.');
}

export default function ScriptQuestion({
	loaderData: { question, closeHref },
	actionData,
}: Route.ComponentProps) {
	const { title, problem, scripts, choices } = question;
	return (
		<Dialog title="Script question" closeHref={closeHref}>
			<FailureNotice failure={actionData} title={actionData && getFailureTitle(actionData.intent)} />
			<p className={css.eventTitle}>
				<Name>{title}</Name>
			</p>
			{problem ? (
				<p className={muted}>{problem}</p>
			) : (
				<>
					{scripts.length === 0 && <p className={muted}>No scripts are proposed for this event.</p>}
					{scripts.length > 0 && (
						<VoteForm scripts={scripts} typed={actionData?.votes ?? {}} closeHref={closeHref} />
					)}
					<Answers scripts={scripts} />
					{choices && (
						<AskForm
							choices={choices}
							asked={actionData?.scripts ?? scripts.map(({ id }) => id)}
							isNew={scripts.length === 0}
						/>
					)}
				</>
			)}
		</Dialog>
	);
}

type Scripts = Route.ComponentProps['loaderData']['question']['scripts'];
type VoteFormProps = {
	scripts: Scripts;
	/** What a refused form had. */
	typed: Partial<Record<string, string>>;
	closeHref: string;
};

function VoteForm({ scripts, typed, closeHref }: VoteFormProps) {
	const isSaving = useNavigation().formData?.get('intent') === 'scripts.vote';
	return (
		<Form method="post" preventScrollReset className={css.form}>
			<input type="hidden" name="intent" value="scripts.vote" />
			<p>Which script would you like?</p>
			{scripts.map(({ id, name, vote }) => (
				<Select key={id} name={VOTE + id} label={name} defaultValue={typed[id] ?? vote ?? ''}>
					<option value="">No answer</option>
					<Options entries={VOTES.map((each) => [each, VOTE_LABELS[each]])} />
				</Select>
			))}
			<p className={mutedSmall}>Creators and admins see how many chose what. You need a signup to answer.</p>
			<DialogActions backTo={closeHref}>
				<Button variant="primary" icon={Save} pending={isSaving && 'Saving...'}>
					Save my answer
				</Button>
			</DialogActions>
		</Form>
	);
}

function Answers({ scripts }: { scripts: Scripts }) {
	const counted = scripts.flatMap(({ id, name, counts }) => (counts ? [{ id, name, counts }] : []));
	if (counted.length === 0) return null;
	return (
		<section aria-labelledby="answers" className={css.move}>
			<h3 id="answers">Answers</h3>
			{counted.map(({ id, name, counts }) => (
				<div key={id}>
					<Name>{name}</Name>
					<ul className={plainList} aria-label={`Answers about ${name}`}>
						<li className={mutedSmall}>All: {describeVotes(counts.all)}</li>
						{counts.groups.map((group, index) => (
							// Two groups may have one name.
							<li key={index} className={mutedSmall}>
								<Name>{group.name}</Name>: {describeVotes(group.counts)}
							</li>
						))}
					</ul>
				</div>
			))}
		</section>
	);
}

type AskFormProps = {
	choices: NonNullable<Route.ComponentProps['loaderData']['question']['choices']>;
	asked: readonly string[];
	isNew: boolean;
};

function AskForm({ choices, asked, isNew }: AskFormProps) {
	return (
		<Disclosure label={isNew ? 'Ask the players' : 'Change the question'} open={isNew}>
			<Form method="post" preventScrollReset className={css.form}>
				<input type="hidden" name="intent" value="scripts.ask" />
				<fieldset className={css.choices}>
					<legend>
						Choose up to {SCRIPT_LIMITS.asked} scripts.{isNew ? '' : ' Without any, the question ends.'}
					</legend>
					{choices.map(({ id, name }) => (
						<Checkbox
							key={id}
							name="script"
							value={id}
							label={<Name>{name}</Name>}
							defaultChecked={asked.includes(id)}
						/>
					))}
				</fieldset>
				<div>
					<Button>{isNew ? 'Ask' : 'Change'}</Button>
				</div>
			</Form>
		</Disclosure>
	);
}
