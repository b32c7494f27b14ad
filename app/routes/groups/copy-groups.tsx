import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { TextArea } from '~/app/ui/field.tsx';
import { Armchair, Copy } from '~/app/ui/icons.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { formatGroups } from '~/domain/groups/copy-text.ts';
import { useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';

type CopyGroupsProps = {
	/** The saved groups. */
	groups: readonly BoardGroup[];
	/** Whether the board differs from them. */
	isUnsaved: boolean;
};

/** Renders the saved groups as text for a Discord message: a button with script, else a text to select. */
export function CopyGroups({ groups, isUnsaved }: CopyGroupsProps) {
	const { directory, eventId } = useBoardScreen();
	const isHydrated = useHydrated();
	const text = formatGroups(groups, {
		player: (id) => directory.player(id).name,
		storyteller: (id) => directory.storyteller(id).name,
	});
	const [outcome, copy] = useCopy(text);
	const hasFailed = outcome?.hasFailed === true;
	const success = isUnsaved ? 'Copied the saved groups, without your unsaved changes.' : 'Copied.';
	return (
		<div className={css.copy}>
			{groups.length > 0 && (
				<ButtonLink to={`/events/${eventId}/tables`} icon={Armchair}>
					Seats and tables
				</ButtonLink>
			)}
			{isHydrated && (
				<Button type="button" icon={Copy} onClick={() => void copy(success)}>
					{LABEL}
				</Button>
			)}
			<span role="status" className={mutedSmall}>
				{outcome?.message}
			</span>
			{(!isHydrated || hasFailed) && (
				<details open={hasFailed} className={css.copyText}>
					<summary className={css.detailsSummary}>{LABEL}</summary>
					<TextArea label="Saved groups" hideLabel readOnly value={text} rows={8} />
				</details>
			)}
		</div>
	);
}

const LABEL = 'Copy as text';
