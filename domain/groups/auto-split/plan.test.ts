import { expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import { AUTO_SPLIT_DEFAULTS } from '../config.ts';
import { BOARD_TEXTS } from '../texts.ts';
import { planSplit } from './plan.ts';

test('a storyteller who helps to run a group teaches no other', () => {
	const confirmed = Array.from({ length: 16 }, (_, index) => `p${index}`);
	const plan = (coStorytellerIds: string[]) =>
		planSplit(
			{
				board: {
					groups: [createBoardGroup('g', [], { storytellerId: 's', coStorytellerIds })],
					pins: [],
					keepApart: [],
				},
				confirmed,
				storytellers: ['s', 't'],
				preferences: {},
				config: AUTO_SPLIT_DEFAULTS,
				firstTimers: ['p1'],
				teachers: ['t'],
			},
			new Date('2026-10-14T12:00:00Z'),
		);
	expect(plan([])).toMatchObject({ problem: null, request: { teachers: ['t'] } });
	expect(plan(['t'])).toEqual({ problem: BOARD_TEXTS.noTeacher });
});
