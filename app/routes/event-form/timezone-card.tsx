import { useId } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { FieldError } from '~/app/ui/field.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Database, House, type IconName, MapPin, RotateCw } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { cardTitle } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { EventFormValues } from '~/domain/events/form.ts';
import { describeTimes, type ZoneTime } from '~/domain/events/timezone-information.ts';
import * as css from './event-form.css.ts';
import { FORM_ID } from './use-event-form.ts';

type TimezoneCardProps = { live: EventFormValues; className: string; hasPicture?: boolean };

/** Renders the chosen time in its zone, as stored (UTC), and in the viewer's zone. */
export function TimezoneCard({ live, className, hasPicture }: TimezoneCardProps) {
	const { viewerZone } = useSite();
	const isScripted = useHydrated();
	const heading = useId();
	const times = describeTimes(live, viewerZone);
	return (
		<Card bare as="section" aria-labelledby={heading} className={joinClasses(css.timesCard, className)}>
			{hasPicture && (
				<div className={css.timesPicture}>
					<Scene name="asleep" lit={10} fill />
				</div>
			)}
			<div className={css.timesBody}>
				<div className={css.timesHead}>
					<h2 id={heading} className={cardTitle}>
						Timezone Information
					</h2>
					{!isScripted && (
						<Button form={FORM_ID} name="preview" value="1" variant="quiet" icon={RotateCw} formNoValidate>
							Update
						</Button>
					)}
				</div>
				<div aria-live="polite">
					{'error' in times ? (
						<div className={css.timesMissing}>
							{live.date && live.time ? <FieldError error={times.error} /> : <p>{times.error}</p>}
						</div>
					) : (
						<dl>
							<Time icon={MapPin} term="Selected" time={times.selected} />
							<Time icon={Database} term="UTC Storage" time={times.utc} />
							<Time icon={House} term="Your Time" time={times.yours} />
						</dl>
					)}
				</div>
			</div>
		</Card>
	);
}

function Time({ icon, term, time }: { icon: IconName; term: string; time: ZoneTime }) {
	return (
		<div className={css.timesTime}>
			<dt className={css.timesTerm}>
				<Icon icon={icon} size="small" />
				{term}
			</dt>
			<dd className={css.timesValue}>
				{time.text}
				<span className={css.timesNote}>{time.note}</span>
			</dd>
		</div>
	);
}
