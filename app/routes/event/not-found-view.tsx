import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { EmptyState } from '~/app/ui/empty-state.tsx';
import { wrap } from '~/app/ui/layout.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { below } from './event-page.css.ts';

/** What stands in the place of an event that vanished under an open page. */
export function NotFoundView() {
	return (
		<div className={joinClasses(wrap, below)}>
			<EmptyState
				level={1}
				title="Event not found"
				text="It may have been deleted while you were looking at it."
				drawing={<Scene name="asleep" fill />}
				action={
					<ButtonLink to="/events" icon={ArrowLeft} variant="primary">
						Back to Events
					</ButtonLink>
				}
			/>
		</div>
	);
}
