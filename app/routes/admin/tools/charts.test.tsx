import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { mapStatuses } from '~/domain/signups/statuses.ts';
import { AttendanceChart, SignupsChart, StatusesChart } from './charts.tsx';

const week = '2026-11-23';

test('every number of a chart that has thousands has a separator', () => {
	const html = renderToStaticMarkup(
		<>
			<SignupsChart weeks={[{ week, signups: 12345 }]} />
			<AttendanceChart days={[{ day: 5, events: 2345, attended: 12345678 }]} />
			<StatusesChart weeks={[{ week, ...mapStatuses(() => 54321) }]} />
		</>,
	);
	const texts = html.replace(/ (d|id|class|href|for|aria-labelledby)="[^"]*"/g, '');
	expect(texts).toContain('12,345 total');
	expect(texts.match(/(?<![\d.,-])\d{4,}/g)).toBeNull();
});
