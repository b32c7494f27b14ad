import { Outlet } from 'react-router';
import { joinClasses } from '~/app/ui/classes.ts';
import { cardGrid, stack, wrap } from '~/app/ui/layout.css.ts';
import { PageHead } from '~/app/ui/page-head.tsx';
import { guardPage, load } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { readSettingsCard, readStats } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/route.ts';
import * as css from './admin-page.css.ts';
import { DiscordImportCard } from './discord-import-card.tsx';
import { DiscordConnectionCard } from './discord-preflight.tsx';
import { RecentEvents } from './panel/recent-events.tsx';
import { RecentUsers } from './panel/recent-users.tsx';
import { SettingsCard } from './panel/settings-card.tsx';
import { receiveSettings } from './panel/settings-form.ts';
import { StatCard } from './panel/stat-card.tsx';
import { wideRow } from './tools/admin-tools.css.ts';
import { RecordsCard, TemplateCard, TestEnvironmentCard } from './tools/admin-tools.tsx';
import { AttendanceChart, SignupsChart, StatusesChart } from './tools/charts.tsx';
import { readTools } from './tools/read-tools.ts';

/** The admin panel; its dialogs are nested routes. */
export async function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'admin.open', 'Templates and the other tools of this page are for admins.');
	const [stats, settings, tools] = await Promise.all([
		load(readStats, context),
		load(readSettingsCard, context),
		readTools(context),
	]);
	return { stats, settings, tools, now: factsOf(context).now.toISOString() };
}

export const action = ({ request, context }: Route.ActionArgs) => receiveSettings(request, context);

export const meta: Route.MetaFunction = () => [{ title: 'Admin · Townbell' }];

export default function Admin({
	loaderData: { stats, settings, tools, now },
	actionData,
}: Route.ComponentProps) {
	return (
		<>
			<div className={joinClasses(wrap, css.page)}>
				<PageHead
					title="Admin"
					subtitle="Everything behind the bell: people, events, answers, and the link to Discord."
				/>
				<div className={cardGrid}>
					<StatCard title="Total Users" count={stats.totalUsers} to="/admin/users" />
					<StatCard title="Total Events" count={stats.totalEvents} to="/admin/events" />
					<StatCard title="Total Signups" count={stats.totalSignups} to="/admin/signups" />
				</div>
				<div className={wideRow}>
					<TemplateCard week={tools.week} />
					<div className={stack}>
						<DiscordImportCard />
						<DiscordConnectionCard />
					</div>
				</div>
				<div className={cardGrid}>
					<RecentEvents events={stats.recentEvents} now={now} />
					<RecentUsers users={stats.recentUsers} now={now} />
					<SettingsCard saved={settings} state={actionData ?? null} />
				</div>
				<div className={cardGrid}>
					<SignupsChart weeks={tools.statistics.signupsPerWeek} />
					<AttendanceChart days={tools.statistics.attendanceByWeekday} />
					<StatusesChart weeks={tools.statistics.statusesPerWeek} />
				</div>
				<div className={tools.hasTestEnvironment ? wideRow : undefined}>
					<RecordsCard />
					{tools.hasTestEnvironment && <TestEnvironmentCard />}
				</div>
			</div>
			<Outlet />
		</>
	);
}
