import { Card } from './card.tsx';
import { joinClasses } from './classes.ts';
import * as css from './skeleton.css.ts';

type SkeletonProps = { width?: keyof typeof css.width; className?: string };

/** One line of something that is still on its way. */
export function Skeleton({ width = 'full', className }: SkeletonProps) {
	return <span className={joinClasses(css.shape, css.width[width], className)} aria-hidden="true" />;
}

/** A card of the list with its own shapes, window tile included. */
export function SkeletonCard() {
	return (
		<Card as="div" aria-hidden="true">
			<div className={css.stack}>
				<div className={css.row}>
					<span className={joinClasses(css.shape, css.window)} />
					<div className={css.lines}>
						<span className={joinClasses(css.shape, css.badge)} />
						<Skeleton />
						<Skeleton width="half" />
					</div>
				</div>
				<Skeleton width="most" />
				<Skeleton width="half" />
				<Skeleton />
				<Skeleton width="most" />
				<span className={joinClasses(css.shape, css.button)} />
			</div>
		</Card>
	);
}
