import { useId, useState } from 'react';
import { joinClasses } from '~/app/ui/classes.ts';
import { round } from './geometry.ts';
import type { TownSlot } from './layout-town.ts';
import type { SceneView } from './places.ts';
import * as css from './scene.css.ts';
import { getSceneParams } from './scenes.ts';
import { countSlots, listLitWindows, writeBars, writeWindow } from './windows.ts';

type LitWindowsProps = { view: SceneView; variant: number; lit: number };

/** Renders the lit windows of one view exactly over its picture. */
export function LitWindows({ view, variant, lit }: LitWindowsProps) {
	const id = useId();
	const params = getSceneParams(view.scene, variant);
	const count = Math.min(lit, countSlots(params));
	const [initialCount] = useState(count);
	// Windows that go dark stay in the page for their fade-out, so `maxCount` never decreases.
	const [maxCount, setMaxCount] = useState(count);
	if (count > maxCount) setMaxCount(count);
	return (
		<svg
			className={joinClasses(css.overlay, css.shownWhere[view.scene])}
			viewBox={`0 0 ${params.width} ${params.height}`}
			preserveAspectRatio={view.anchor === 'top' ? 'xMidYMin slice' : 'xMidYMax slice'}
			aria-hidden="true"
			focusable="false"
		>
			<defs>
				<linearGradient id={`${id}l`} x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" className={css.stopLitTop} />
					<stop offset="1" className={css.stopLitFoot} />
				</linearGradient>
				<radialGradient id={`${id}g`}>
					<stop offset="0" className={css.stopGlow} />
					<stop offset="1" className={css.stopGlowEdge} />
				</radialGradient>
			</defs>
			{listLitWindows(params, Math.max(count, maxCount)).map((slot, index) => (
				<g
					key={`${round(slot.x)} ${round(slot.y)}`}
					className={joinClasses(
						css.pane,
						index >= initialCount && css.appearing,
						index >= count && css.fadingOut,
					)}
				>
					<Light slot={slot} id={id} scale={params.scale} />
				</g>
			))}
		</svg>
	);
}

function Light({ slot, id, scale }: { slot: TownSlot; id: string; scale: number }) {
	const x = round(slot.x + slot.width / 2);
	const y = round(slot.y + slot.height / 2);
	return (
		<>
			<circle cx={x} cy={y} r={round(slot.height * 1.9)} fill={`url(#${id}g)`} />
			<path d={writeWindow(slot)} fill={`url(#${id}l)`} />
			<path d={writeBars(slot)} className={css.bars[slot.layer]} strokeWidth={round(0.9 * scale)} />
		</>
	);
}
