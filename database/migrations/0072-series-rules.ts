import type { Migration } from './index.ts';

/** A series repeats by a rule, of weeks or of months, and may pause. */
export const seriesRules: Migration = {
	name: '0072-series-rules',
	up: ({ run }) =>
		run(`
			ALTER TABLE event_series ADD rule jsonb CHECK (jsonb_typeof(rule) = 'object'),
				ADD pause jsonb CHECK (jsonb_typeof(pause) = 'object');
			UPDATE event_series SET rule = jsonb_build_object('interval_weeks', interval_weeks);
			ALTER TABLE event_series ALTER rule SET NOT NULL, DROP interval_weeks;
		`),
	down: ({ run }) =>
		run(`
			ALTER TABLE event_series ADD interval_weeks integer CHECK (interval_weeks BETWEEN 1 AND 8);
			-- A series of months has no number of weeks.
			UPDATE event_series SET interval_weeks = coalesce((rule ->> 'interval_weeks')::integer, 4);
			ALTER TABLE event_series ALTER interval_weeks SET NOT NULL, DROP rule, DROP pause;
		`),
};
