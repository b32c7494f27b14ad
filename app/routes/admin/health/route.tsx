import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { RefreshCw } from '~/app/ui/icons.ts';
import { cardPage, plainList, wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { mutedSmall, strong, textLink } from '~/app/ui/text.css.ts';
import { describeReadReplica } from '~/domain/database-problems.ts';
import type { Fact } from '~/domain/discord/preflight.ts';
import type { HealthProblem, Replica } from '~/domain/health.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { UNDO_BYTES_MAX } from '~/domain/undo.ts';
import { load } from '~/server/http/responses.ts';
import { type Health, readHealth } from '~/server/operations/admin/index.ts';
import * as css from '../discord-preflight.css.ts';
import { CHECK_LOOKS, summarizeChecks } from '../discord-preflight.tsx';
import type { Route } from './+types/route.ts';

/** The health of this deployment: what is wrong and what to do first, then the facts. */
export const loader = ({ context }: Route.LoaderArgs) => load(readHealth, context);

export const meta: Route.MetaFunction = () => [{ title: 'Health · Townbell' }];

export default function HealthPage({ loaderData: health }: Route.ComponentProps) {
	return (
		<div className={joinClasses(wrap, cardPage)}>
			<BackLink to="/admin">Back to Admin</BackLink>
			<PageHead
				title="Health"
				subtitle="What is wrong, and how Townbell runs now."
				actions={
					<ButtonLink to="/admin/health" icon={RefreshCw}>
						Check again
					</ButtonLink>
				}
			/>
			<Problems problems={health.problems} />
			<div className={css.cards}>
				<TownbellCard {...health} />
				<DatabaseCard {...health} />
				<JobsCard {...health} />
				<DiscordCard {...health} />
			</div>
		</div>
	);
}

function Problems({ problems }: { problems: readonly HealthProblem[] }) {
	if (problems.length === 0) return <Notice tone="success" live={false} title="Everything works." />;
	return (
		<Card aria-labelledby="problems">
			<CardHead title="What to fix" id="problems" />
			<ul className={css.list}>
				{problems.map((problem) => (
					<ProblemRow key={problem.key} problem={problem} />
				))}
			</ul>
		</Card>
	);
}

function ProblemRow({ problem: { title, state, remedy, href } }: { problem: HealthProblem }) {
	const { label, ...look } = CHECK_LOOKS[state];
	return (
		<li className={css.check}>
			<ToneIcon {...look} label={state === 'unknown' ? label : 'Problem'} />
			<div className={css.text}>
				<div className={strong}>{title}</div>
				<p className={mutedSmall}>{remedy}</p>
				{href && (
					<Link className={joinClasses(mutedSmall, textLink)} to={href}>
						Show details
					</Link>
				)}
			</div>
		</li>
	);
}

function TownbellCard({ version, replicas, live }: Health) {
	return (
		<FactsCard id="townbell" title="Townbell">
			<FactRow name="Version">{version}</FactRow>
			<FactRow name="Replicas">
				{known(replicas, (found) => (
					<ul className={plainList}>
						{found.map((replica) => (
							<li key={replica.process}>{describeReplica(replica)}</li>
						))}
					</ul>
				))}
			</FactRow>
			<FactRow name="Open pages that this replica keeps up to date">{live.streams}</FactRow>
			<FactRow name="Live updates">{live.isListening ? 'Working' : 'Delayed'}</FactRow>
		</FactsCard>
	);
}

function DatabaseCard({ database, databaseBytes, readReplicas }: Health) {
	return (
		<FactsCard id="database" title="Database">
			<FactRow name="Responds within">{known(database, ({ responseMs }) => `${responseMs} ms`)}</FactRow>
			<FactRow name="Size">{known(databaseBytes, formatMegabytes)}</FactRow>
			<FactRow name="Kept for undo">
				{known(
					database,
					({ undoBytes }) => `${formatMegabytes(undoBytes)} of ${formatMegabytes(UNDO_BYTES_MAX)}`,
				)}
			</FactRow>
			<FactRow name="Migrations">{known(database, describeMigrations)}</FactRow>
			{readReplicas.length > 0 && (
				<FactRow name="Read replicas">
					{known(readReplicas, (found) => found.map(describeReadReplica).join(', '))}
				</FactRow>
			)}
		</FactsCard>
	);
}

function JobsCard({ queues, checkedAt }: Health) {
	const ago = (instant: string | null, none: string) =>
		instant === null ? none : capitalize(formatRelative(instant, checkedAt, EASTERN));
	return (
		<FactsCard id="jobs" title="Jobs">
			<FactRow name="Waiting">{known(queues, ({ waiting }) => waiting)}</FactRow>
			<FactRow name="Oldest waiting job">{known(queues, ({ oldestAt }) => ago(oldestAt, 'None'))}</FactRow>
			<FactRow name="Failed in the last day">{known(queues, ({ failed }) => failed ?? 'None')}</FactRow>
			<FactRow name="Last compared with Discord">
				{known(queues, ({ reconciledAt }) => ago(reconciledAt, 'Not in the last day'))}
			</FactRow>
		</FactsCard>
	);
}

function DiscordCard({ discord, gateway }: Health) {
	return (
		<FactsCard id="discord" title="Discord">
			<FactRow name="Discord check">
				{known(discord, summarizeChecks)}
				{' · '}
				<Link to="/admin/discord-check" className={textLink}>
					Open the Discord check
				</Link>
			</FactRow>
			<FactRow name="Gateway">
				{known(gateway, (holder) => (holder ? capitalize(holder.state) : 'None'))}
			</FactRow>
			<FactRow name="Held by">{known(gateway, (holder) => holder?.process ?? 'No known process')}</FactRow>
		</FactsCard>
	);
}

function FactsCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<Card aria-labelledby={id}>
			<CardHead title={title} id={id} />
			<dl className={css.facts}>{children}</dl>
		</Card>
	);
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt className={mutedSmall}>{name}</dt>
			<dd className={css.value}>{children}</dd>
		</div>
	);
}

const known = <Value,>(fact: Fact<Value>, show: (value: Value) => ReactNode): ReactNode =>
	fact === 'unknown' ? 'Unknown' : show(fact as Value);

function describeReplica({ process, runsJobs, isThis }: Replica): string {
	const notes = [isThis && 'this one', !runsJobs && 'pages only'].filter(Boolean);
	return notes.length > 0 ? `${process} (${notes.join(', ')})` : process;
}

function describeMigrations({
	pendingMigrations,
	unknownMigrations,
}: Exclude<Health['database'], 'unknown'>): string {
	const notes = [
		pendingMigrations > 0 && `${pendingMigrations} not applied`,
		unknownMigrations > 0 && `${unknownMigrations} of a newer version`,
	].filter(Boolean);
	return notes.join(', ') || 'Up to date';
}

const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
