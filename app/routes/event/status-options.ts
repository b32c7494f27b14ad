import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import type { SegmentedOption } from '~/app/ui/segmented.tsx';
import { SIGNUP_STATUSES, STATUS_LABELS } from '~/domain/signups/statuses.ts';

/** The four answers as the segmented control offers them. */
export const STATUS_OPTIONS: readonly SegmentedOption[] = SIGNUP_STATUSES.map((status) => ({
	value: status,
	label: STATUS_LABELS[status],
	...SIGNUP_LOOKS[status],
}));
