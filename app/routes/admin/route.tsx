import { matchPath, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { CloudDownload } from '~/app/ui/icons.ts';
import { cardGrid, stack, wrap } from '~/app/ui/layout.css.ts';
import { PageHead } from '~/app/ui/page-head.tsx';
import { muted, mutedSmall } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, load } from '~/server/http/responses.ts';
import {
	hasTestEnvironment,
	readCounts,
	readRecent,
	readSettingsCard,
} from '~/server/operations/admin/index.ts';
import { readTemplateForm } from '~/server/operations/events/index.ts';
import type { Route } from './+types/route.ts';
import * as css from './admin-page.css.ts';
import { DiscordConnectionCard } from './discord-preflight.tsx';
import { RecentEvents, RecentUsers, StatCard } from './panel/panel-cards.tsx';
import { SettingsCard } from './panel/settings-card.tsx';
import { receiveSettings } from './panel/settings-form.ts';
import { RecordsCard, TemplateCard, TestEnvironmentCard } from './tools/admin-tools.tsx';
import { AttendanceChart, SignupsChart, StatusesChart } from './tools/charts.tsx';

const isPanel = ({ pathname }: URL) => matchPath('/admin', pathname) !== null;

/** The admin panel. Totals and charts count many rows, so they are loaded only while no dialog covers it. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'admin.open', 'Templates and the other tools on this page are for admins.');
	const [counts, recent, settings, { form: week }] = await Promise.all([
		isPanel(url) ? load(readCounts, context) : null,
		load(readRecent, context),
		load(readSettingsCard, context),
		load(readTemplateForm, context),
	]);
	return {
		counts,
		recent,
		settings,
		week,
		hasTestEnvironment: hasTestEnvironment(),
		now: getRequestFacts(context).now.toISOString(),
	};
}

export const action = ({ request, context }: Route.ActionArgs) => receiveSettings(request, context);

/** Keeps the panel while a dialog covers it. Closing the dialog loads the panel again. */
export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	isPanel(nextUrl) && defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Admin · Townbell' }];

export default function Admin({
	loaderData: { counts, recent, settings, week, hasTestEnvironment, now },
	actionData,
}: Route.ComponentProps) {
	return (
		<>
			<div className={joinClasses(wrap, css.page)}>
				<PageHead title="Admin" subtitle="Manage users, events, signups and Discord." />
				<div className={css.stats}>
					<StatCard title="Total Users" count={counts?.totals.totalUsers} to="/admin/users" />
					<StatCard title="Total Events" count={counts?.totals.totalEvents} to="/admin/events" />
					<StatCard title="Total Signups" count={counts?.totals.totalSignups} to="/admin/signups" />
				</div>
				{counts?.countedAt && (
					<p className={mutedSmall}>Counted {formatRelative(counts.countedAt, now, EASTERN)}.</p>
				)}
				{counts && (
					<div className={cardGrid}>
						<SignupsChart weeks={counts.statistics.signupsPerWeek} />
						<AttendanceChart days={counts.statistics.attendanceByWeekday} />
						<StatusesChart weeks={counts.statistics.statusesPerWeek} />
					</div>
				)}
				<div className={css.wideRow}>
					<TemplateCard week={week} />
					<div className={stack}>
						<DiscordImportCard />
						<DiscordConnectionCard />
					</div>
				</div>
				<div className={css.wideRow}>
					<div className={joinClasses(stack, css.recent)}>
						<RecentEvents events={recent.recentEvents} now={now} />
						<RecentUsers users={recent.recentUsers} now={now} />
					</div>
					<SettingsCard saved={settings} state={actionData ?? null} />
				</div>
				<div className={hasTestEnvironment ? css.wideRow : undefined}>
					<RecordsCard />
					{hasTestEnvironment && <TestEnvironmentCard />}
				</div>
			</div>
			<Outlet />
		</>
	);
}

function DiscordImportCard() {
	return (
		<Card aria-labelledby="discord-import">
			<CardHead title="Discord Import" id="discord-import" />
			<div className={stack}>
				<p className={muted}>
					Bring in events created on Discord, along with everyone who marked Interested.
				</p>
				<div>
					<ButtonLink to="/admin/discord-import" icon={CloudDownload} preventScrollReset>
						Import Discord Events
					</ButtonLink>
				</div>
			</div>
		</Card>
	);
}
