import type { ReactNode } from 'react';
import * as css from '~/app/routes/admin/admin-page.css.ts';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import { formatNumber } from '~/domain/format-count.ts';
import { SIGNUP_STATUSES, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { computeAverage, type Statistics } from '~/domain/statistics.ts';
import { WEEKDAYS } from '~/domain/time/day.ts';
import { getTileParts } from '~/domain/time/format.ts';

const [WIDTH, HEIGHT] = [340, 72];

type ChartCardProps = {
	title: string;
	id: string;
	/** The text alternative of the chart, in one sentence. */
	label: string;
	/** The drawing, in a view box of 340 by 72. */
	drawing: ReactNode;
	below: ReactNode;
	/** The same numbers as a table: its columns, and of each row its head and its numbers. */
	columns: readonly [string, ...string[]];
	rows: readonly (readonly [head: string, ...numbers: number[]])[];
	tableClass?: string;
};

function ChartCard({ title, id, label, drawing, below, columns, rows, tableClass }: ChartCardProps) {
	const [headColumn, ...endColumns] = columns;
	return (
		<Card aria-labelledby={id}>
			<CardHead title={title} level={2} id={id} />
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={css.chart}>
				{drawing}
			</svg>
			<div className={css.chartBelow}>{below}</div>
			<Disclosure label="Show data" className={css.chartDetails}>
				<Table
					caption={`${title}, in numbers`}
					stacked={false}
					className={tableClass}
					columns={[headColumn]}
					endColumns={endColumns}
				>
					{rows.map(([head, ...numbers]) => (
						<Tr key={head}>
							<Td rowHead>{head}</Td>
							{numbers.map((number, index) => (
								<Td key={endColumns[index]} end>
									{formatNumber(number)}
								</Td>
							))}
						</Tr>
					))}
				</Table>
			</Disclosure>
		</Card>
	);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const round = (value: number) => Math.round(value * 10) / 10;
const formatWeekStart = (week: string) => {
	const { month, day } = getTileParts(`${week}T00:00:00Z`, 'UTC');
	return `${month} ${day}`;
};

export function SignupsChart({ weeks }: { weeks: Statistics['signupsPerWeek'] }) {
	const maximum = Math.max(1, ...weeks.map(({ signups }) => signups));
	const points = weeks.map(({ signups }, index) => [
		round((index * (WIDTH - 8)) / Math.max(1, weeks.length - 1) + 4),
		round(HEIGHT - 4 - (signups / maximum) * (HEIGHT - 12)),
	]);
	const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
	const total = sum(weeks.map(({ signups }) => signups));
	const [first, last] = [points[0], points.at(-1)];
	return (
		<ChartCard
			title="Signups per week"
			id="signups-per-week"
			label={`Signups per week: ${formatNumber(total)} in the last ${weeks.length} weeks, at most ${formatNumber(Math.max(0, ...weeks.map(({ signups }) => signups)))} in one`}
			drawing={
				<>
					<path d={`${line}L${last?.[0]} ${HEIGHT}L${first?.[0]} ${HEIGHT}Z`} className={css.chartArea} />
					<path d={line} className={css.chartLine} />
					{last && <circle cx={last[0]} cy={last[1]} r={3.5} className={css.chartPoint} />}
				</>
			}
			below={
				<>
					<span>Last twelve weeks</span>
					<span>{formatNumber(total)} total</span>
				</>
			}
			columns={['Week of', 'Signups']}
			rows={weeks.map(({ week, signups }) => [formatWeekStart(week), signups])}
		/>
	);
}

/** Renders the signups by weekday: one window per day, as tall as its average number of confirmed and late players. */
export function AttendanceChart({ days }: { days: Statistics['attendanceByWeekday'] }) {
	const averages = days.map(computeAverage);
	const maximum = Math.max(1, ...averages);
	const [step, width] = [WIDTH / days.length, 30];
	const best = days[averages.indexOf(Math.max(...averages))];
	const label = best?.events
		? `Signups by weekday: busiest on ${WEEKDAYS[best.day]}, with ${formatNumber(computeAverage(best))} confirmed or late per event`
		: 'Signups by weekday: no events yet';
	return (
		<ChartCard
			title="Signups by weekday"
			id="attendance-by-weekday"
			label={label}
			drawing={days.map((one, index) => {
				const height = round(Math.max(4, (computeAverage(one) / maximum) * HEIGHT));
				const x = round(index * step + (step - width) / 2);
				return (
					<path
						key={one.day}
						d={windowPath(x, HEIGHT - height, width, height)}
						className={one.attended > 0 ? css.chartLitWindow : css.chartDarkWindow}
					/>
				);
			})}
			below={days.map(({ day }) => (
				<span key={day} className={css.chartWeekday}>
					{WEEKDAYS[day]?.slice(0, 3)}
				</span>
			))}
			columns={['Weekday', 'Events', 'Players', 'Per event']}
			rows={days.map((one) => [WEEKDAYS[one.day] ?? '', one.events, one.attended, computeAverage(one)])}
		/>
	);
}

function windowPath(x: number, y: number, width: number, height: number): string {
	const radius = Math.min(width / 2, height);
	return `M${x} ${y + height}V${round(y + radius)}a${width / 2} ${radius} 0 0 1 ${width} 0V${y + height}Z`;
}

export function StatusesChart({ weeks }: { weeks: Statistics['statusesPerWeek'] }) {
	const totals = weeks.map((week) => sum(SIGNUP_STATUSES.map((status) => week[status])));
	const maximum = Math.max(1, ...totals);
	const [step, width] = [WIDTH / Math.max(1, weeks.length), 20];
	return (
		<ChartCard
			title="Statuses over time"
			id="statuses-over-time"
			label={`Statuses over time: ${SIGNUP_STATUSES.map(
				(status) =>
					`${formatNumber(sum(weeks.map((week) => week[status])))} ${STATUS_LABELS[status].toLowerCase()}`,
			).join(', ')} in the last ${weeks.length} weeks`}
			drawing={weeks.map((week, index) => {
				let top = HEIGHT;
				return SIGNUP_STATUSES.map((status) => {
					const height = (week[status] / maximum) * HEIGHT;
					top -= height;
					if (week[status] === 0) return null;
					return (
						<rect
							key={`${week.week}-${status}`}
							x={round(index * step + (step - width) / 2)}
							y={round(top)}
							width={width}
							height={round(Math.max(1, height - 1))}
							rx={2}
							className={css.chartStatusFill[status]}
						/>
					);
				});
			})}
			below={SIGNUP_STATUSES.map((status) => (
				<span key={status} className={css.chartLegend}>
					<svg viewBox="0 0 9 9" aria-hidden="true" className={css.chartSwatch}>
						<rect width="9" height="9" rx="3" className={css.chartStatusFill[status]} />
					</svg>
					{STATUS_LABELS[status]}
				</span>
			))}
			columns={['Week of', ...SIGNUP_STATUSES.map((status) => STATUS_LABELS[status])]}
			rows={weeks.map((week) => [
				formatWeekStart(week.week),
				...SIGNUP_STATUSES.map((status) => week[status]),
			])}
			tableClass={css.chartDense}
		/>
	);
}
