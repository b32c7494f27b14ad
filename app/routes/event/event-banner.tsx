import { Scene } from '~/app/ui/town/scene.tsx';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import * as css from './event-header.css.ts';

type EventBannerProps = { event: Pick<EventDetail, 'id' | 'image_url' | 'confirmed_signups'> };

/** The event's own image, else the town of its id with a window lit for each confirmed player. */
export function EventBanner({ event }: EventBannerProps) {
	return (
		<div className={css.banner}>
			{event.image_url ? (
				<img src={event.image_url} alt="" className={css.picture} />
			) : (
				<Scene name="banner" variant={chooseVariant(event.id)} lit={event.confirmed_signups} fill />
			)}
		</div>
	);
}
