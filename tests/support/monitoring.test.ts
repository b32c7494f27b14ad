import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useTestEnvironment } from './environment.ts';

useTestEnvironment();
const { readMetrics } = await import('~/server/http/metrics.ts');

type Panel = { title: string; description: string; targets: { expr: string }[] };
const { panels } = JSON.parse(await readFile('deploy/monitoring/dashboard.json', 'utf8')) as {
	panels: Panel[];
};
const alerts = (await readFile('deploy/monitoring/alerts.yml', 'utf8'))
	.split(/^ {6}- alert: /m)
	.slice(1)
	.map((rule) => ({
		name: rule.slice(0, rule.indexOf('\n')),
		expr: /^ {8}expr: (?:>-\n)?((?:.|\n)*?)\n {8}\w+:/m.exec(rule)?.[1] ?? '',
		description: /^ {10}description: (.+)$/m.exec(rule)?.[1] ?? '',
		runbook: /^ {10}runbook: (\S+)$/m.exec(rule)?.[1] ?? '',
	}));
const expressions = {
	dashboard: panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
	alerts: alerts.map(({ expr }) => expr),
};

/** Prometheus itself makes these. */
const OF_PROMETHEUS = ['up'];
/** The metrics without a panel, and why. */
const WITHOUT_PANEL: Record<string, string> = {
	townbell_log_lines_dropped_total: 'Only an unread log loses lines (docs/operations.md, Logs).',
};

/** Returns the names of metrics in a PromQL expression: the words that are no function, label, keyword or value. */
function listMetrics(expr: string): string[] {
	const names = expr
		.replaceAll(/"[^"]*"/g, '')
		.replaceAll(/\{[^}]*\}/g, '')
		.replaceAll(/\[[^\]]*\]/g, '')
		.replaceAll(/\b(by|on) \([^)]*\)/g, '')
		.matchAll(/\b[a-z]\w*\b(?! *\()/gi);
	return [...names].map(([name]) => name).filter((name) => !['and', 'or', 'by', 'on'].includes(name));
}

/** Returns the names that /metrics has, and the labels of each; those of a histogram with their endings. */
async function readRegistry(): Promise<Map<string, string>> {
	const { text } = await readMetrics(new Date());
	const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
	return new Map(
		types.flatMap(([, name = '', type = '']) =>
			(type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']).map((ending) => [name + ending, name]),
		),
	);
}

test('the names of metrics are found in an expression', () => {
	expect(
		listMetrics(
			'topk(10, sum by (le, route) (rate(a_b{x!="y and z"}[5m]))) > 0.2 and c >= on (job) d or absent(up)',
		),
	).toEqual(['a_b', 'c', 'd', 'up']);
});

test.each(['dashboard', 'alerts'] as const)('every metric that the %s names exists', async (file) => {
	const known = await readRegistry();
	const named = expressions[file].map((expr) => listMetrics(expr));
	for (const names of named) expect(names).not.toEqual([]);
	expect(named.flat().filter((name) => !known.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([]);
});

test('every metric of Townbell has a panel, or a reason why not', async () => {
	const known = await readRegistry();
	const shown = new Set(expressions.dashboard.flatMap(listMetrics).map((name) => known.get(name)));
	const own = [...new Set(known.values())].filter((name) => name.startsWith('townbell_'));
	expect(own.length).toBeGreaterThan(10);
	expect(own.filter((name) => !shown.has(name))).toEqual(Object.keys(WITHOUT_PANEL));
	for (const { title, description } of panels) expect([title, description]).not.toContain('');
});

test('every alert has a description and a section of the run-book, and every section an alert', async () => {
	const runbook = await readFile('docs/runbook.md', 'utf8');
	const sections = runbook.split(/^## /m).slice(1);
	const toLink = (section: string) =>
		`docs/runbook.md#${section.slice(0, section.indexOf('\n')).toLowerCase().replaceAll(' ', '-')}`;
	expect(alerts.map(({ runbook: link }) => link)).toEqual(sections.map(toLink));
	expect(alerts).toHaveLength(9);
	for (const { description } of alerts) expect(description).toMatch(/^[A-Z].{20,}\.$/);
	for (const section of sections) {
		for (const part of ['**Meaning.** ', '**Check.**\n- ', '**Do.**\n- ']) expect(section).toContain(part);
	}
});
