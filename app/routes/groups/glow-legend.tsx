import { Switch } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { MousePointer2 } from '~/app/ui/icons.ts';
import { describePreferenceLinks, findPreferenceLinks } from '~/domain/groups/mutual-preferences.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { useBoardScreen, usePointedPlayer } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import { Panes } from './panes.tsx';

const LEVELS = [
	{ lit: 1, word: 'one' },
	{ lit: 2, word: 'two' },
	{ lit: 3, word: 'three or more' },
] as const;

/** Renders what the glow means, the preferences of the pointed player, and the switch for both. */
export function GlowLegend({ signups }: { signups: readonly ListedSignup[] }) {
	return (
		<div className={css.legend}>
			<div className={css.legendParts}>
				<p className={css.legendText}>
					Players choose in their profile whom they like to play with. A preference is mutual when both chose
					each other.
				</p>
				<span>Mutual preferences in the group</span>
				{LEVELS.map(({ lit, word }) => (
					<span key={lit} className={css.legendItem}>
						<Panes lit={lit} />
						{word}
					</span>
				))}
			</div>
			<PointedPreferences signups={signups} />
			<Switch name="glow" label={GROUP_TEXTS.glow} defaultChecked strong={false} className={css.glowSwitch} />
		</div>
	);
}

function PointedPreferences({ signups }: { signups: readonly ListedSignup[] }) {
	const { preferences, directory } = useBoardScreen();
	const getName = (id: string) => directory.player(id).name;
	const description = usePointedPlayer((id) => {
		if (id === null) return '';
		const signedUpIds = signups.map(({ user_id }) => user_id);
		return describePreferenceLinks(getName(id), findPreferenceLinks(id, signedUpIds, preferences), getName);
	});
	return (
		<p className={css.pointed} data-pointed-words>
			{description && (
				<>
					<Icon icon={MousePointer2} size="small" />
					<span className={css.pointedText}>{description}</span>
				</>
			)}
		</p>
	);
}
