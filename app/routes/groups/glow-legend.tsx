import { MousePointer2 } from 'lucide-react';
import { Switch } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { describeAffinity, readAffinity } from '~/domain/groups/affinity.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import { Panes } from './panes.tsx';

const LEVELS = [
	{ lit: 1, word: 'one' },
	{ lit: 2, word: 'two' },
	{ lit: 3, word: 'three or more' },
] as const;

/** What the glow means, who of the pointed player's wishes is who, and the switch for both. */
export function GlowLegend() {
	const { pointed, preferences, directory } = useBoardScreen();
	const words = pointed
		? describeAffinity(
				directory.player(pointed.userId).name,
				readAffinity(pointed.userId, [...pointed.related], preferences),
				(id) => directory.player(id).name,
			)
		: '';
	return (
		<div className={css.legend}>
			<div className={css.legendParts}>
				<span>Mutual preferences</span>
				{LEVELS.map(({ lit, word }) => (
					<span key={lit} className={css.legendItem}>
						<Panes lit={lit} />
						{word}
					</span>
				))}
			</div>
			<p className={css.pointed} data-pointed-words>
				{words && (
					<>
						<Icon icon={MousePointer2} size="small" />
						<span className={css.pointedWords}>{words}</span>
					</>
				)}
			</p>
			<Switch name="glow" label={GROUP_TEXTS.glow} defaultChecked strong={false} className={css.glowSwitch} />
		</div>
	);
}
