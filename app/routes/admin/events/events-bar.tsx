import { Trash2 } from 'lucide-react';
import { Button } from '~/app/ui/button.tsx';
import { SelectionBar } from '../manage/selection-bar.tsx';
import type { Selection } from '../manage/use-selection.ts';

type EventsBarProps = { selection: Selection; shown: readonly string[]; total: number | null };

/** What is done with the selected events. */
export function EventsBar(props: EventsBarProps) {
	return (
		<SelectionBar {...props} what="event">
			<Button
				name="intent"
				value="keep"
				formAction="/admin/events/delete"
				variant="danger"
				icon={Trash2}
				formNoValidate
			>
				Delete
			</Button>
		</SelectionBar>
	);
}
