import {
	type Announcements,
	type CollisionDetection,
	DndContext,
	type DragEndEvent,
	DragOverlay,
	type DragStartEvent,
	KeyboardSensor,
	PointerSensor,
	useDraggable,
	useDroppable,
	useSensor,
	useSensors,
} from '@dnd-kit/core';
import {
	type ComponentProps,
	type KeyboardEventHandler,
	type PointerEventHandler,
	type ReactNode,
	useEffect,
	useRef,
	useState,
} from 'react';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { GripVertical } from '~/app/ui/icons.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import { DRAG } from '~/domain/limits.ts';
import { useBoardScreen } from './board-screen.ts';
import { type Dragged, type Target, toDropStep } from './drag-target.ts';
import * as css from './players.css.ts';
import type { Step } from './step.ts';

/** Adds drag and drop to the board, by pointer and by keyboard. Each drop is a step. */
export function BoardDrag({ onStep, children }: { onStep: (step: Step) => void; children: ReactNode }) {
	const { board, directory } = useBoardScreen();
	const [dragged, setDragged] = useState<Dragged | null>(null);
	const area = useRef<HTMLDivElement>(null);
	const pointerY = useRef(0);
	useRenderOnScroll(dragged !== null);
	const sensors = useSensors(
		useSensor(PointerSensor, { activationConstraint: { distance: DRAG.activationPixels } }),
		useSensor(KeyboardSensor, {
			coordinateGetter: (event, { currentCoordinates: { x, y } }) => {
				const by = KEYS[event.code];
				if (!by) return undefined;
				event.preventDefault();
				return { x: x + by[0] * DRAG.keyboardPixels, y: y + by[1] * DRAG.keyboardPixels };
			},
		}),
	);
	const groupName = (id: string) => board.groups.find((group) => group.id === id)?.name ?? 'a group';
	const describeItem = (item: Dragged) =>
		item.kind === 'player' ? directory.player(item.userId).name : groupName(item.groupId);
	const describeTarget = (target: Target) =>
		target.kind === 'available' || target.groupId === null ? 'Available Players' : groupName(target.groupId);
	const handleDrop = ({ active, over }: DragEndEvent) => {
		setDragged(null);
		const item = readDragged(active);
		const target = over && readTarget(over);
		const step = item && target && toDropStep(item, target, board.groups);
		if (step) onStep(step);
	};
	return (
		<DndContext
			id="groups-drag"
			sensors={sensors}
			collisionDetection={(detection) => {
				const { pointerCoordinates, collisionRect } = detection;
				pointerY.current = pointerCoordinates?.y ?? collisionRect.top;
				return findTargetsAtPoint(detection);
			}}
			autoScroll={{
				canScroll: (element) =>
					element !== document.scrollingElement || isBeyondViewport(area.current, pointerY.current),
			}}
			accessibility={{
				announcements: createAnnouncements(describeItem, describeTarget),
				screenReaderInstructions: { draggable: INSTRUCTIONS },
			}}
			onDragStart={({ active }: DragStartEvent) => setDragged(readDragged(active))}
			onDragEnd={handleDrop}
			onDragCancel={() => setDragged(null)}
		>
			<div ref={area} className={css.dragArea}>
				{children}
			</div>
			<DragOverlay dropAnimation={null}>
				{dragged && (
					<div className={css.dragOverlay} data-drag-overlay>
						<Icon icon={GripVertical} size="small" />
						{dragged.kind === 'player' ? describeItem(dragged) : 'Group'}
					</div>
				)}
			</DragOverlay>
		</DndContext>
	);
}

/** Renders again for each step of the page's scrolling, because the library asks `canScroll` only when it changes. */
function useRenderOnScroll(isActive: boolean): void {
	const [, setPosition] = useState(0);
	useEffect(() => {
		if (!isActive) return undefined;
		const handleScroll = () => setPosition(window.scrollY);
		window.addEventListener('scroll', handleScroll, { passive: true });
		return () => window.removeEventListener('scroll', handleScroll);
	}, [isActive]);
}

/** Returns whether the board goes on beyond the edge of the viewport that the pointer is nearer to. */
function isBeyondViewport(area: HTMLElement | null, pointerY: number): boolean {
	if (!area) return true;
	const { top, bottom } = area.getBoundingClientRect();
	return pointerY < window.innerHeight / 2 ? top < 0 : bottom > window.innerHeight;
}

const KEYS: Record<string, readonly [number, number]> = {
	ArrowRight: [1, 0],
	ArrowLeft: [-1, 0],
	ArrowDown: [0, 1],
	ArrowUp: [0, -1],
};
const INSTRUCTIONS =
	'Press Space or Enter to pick up, the arrow keys to move, Space or Enter to drop, Escape to cancel. You can also move players with the menu beside each name.';

type DragEntry = { data: { current: Record<string, unknown> | undefined } };
const readDragged = ({ data }: DragEntry) => (data.current?.dragged as Dragged | undefined) ?? null;
const readTarget = ({ data }: DragEntry) => (data.current?.target as Target | undefined) ?? null;

/** Returns the drop targets under the pointer or the dragged element's center; a seat comes before its group. */
const findTargetsAtPoint: CollisionDetection = ({
	active,
	collisionRect,
	droppableContainers,
	droppableRects,
	pointerCoordinates,
}) => {
	const isGroup = readDragged(active)?.kind === 'group';
	const x = pointerCoordinates?.x ?? collisionRect.left + collisionRect.width / 2;
	const y = pointerCoordinates?.y ?? collisionRect.top + collisionRect.height / 2;
	const hits = droppableContainers.flatMap((container) => {
		const target = readTarget(container);
		// The rail does not scroll with the page, which the kept positions assume.
		const rect = isOnRail(container.id)
			? container.node.current?.getBoundingClientRect()
			: droppableRects.get(container.id);
		if (!rect || (isGroup && target?.kind !== 'group')) return [];
		const isHit = x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
		return isHit ? [{ id: container.id, area: rect.width * rect.height }] : [];
	});
	return hits.sort((one, other) => one.area - other.area).map(({ id }) => ({ id }));
};

function createAnnouncements(
	describeItem: (item: Dragged) => string,
	describeTarget: (target: Target) => string,
): Announcements {
	const describeMove = (
		active: DragEntry,
		over: DragEntry | null,
		format: (name: string, place: string | null) => string,
	) => {
		const item = readDragged(active);
		const target = over && readTarget(over);
		return item ? format(describeItem(item), target ? describeTarget(target) : null) : undefined;
	};
	return {
		onDragStart: ({ active }) => describeMove(active, null, (name) => `Picked up ${name}.`),
		// Over its own place a dragged element says nothing, because it has not moved.
		onDragOver: ({ active, over }) =>
			isOwnPlace(active, over)
				? undefined
				: describeMove(active, over, (name, place) =>
						place ? `${name} is over ${place}.` : `${name} isn't over a group.`,
					),
		onDragEnd: ({ active, over }) =>
			describeMove(active, over, (name, place) =>
				place ? `Dropped ${name} on ${place}.` : `${name} was put back.`,
			),
		onDragCancel: ({ active }) => describeMove(active, null, (name) => `${name} was put back.`),
	};
}

function isOwnPlace(active: DragEntry, over: DragEntry | null): boolean {
	const item = readDragged(active);
	const target = over && readTarget(over);
	if (!item || !target) return false;
	if (item.kind === 'group') return target.kind === 'group' && target.groupId === item.groupId;
	return target.kind === 'seat' && target.userId === item.userId;
}

function useDragAndDrop(dragId: string, dragged: Dragged, dropId: string, target: Target) {
	const drag = useDraggable({ id: dragId, data: { dragged } });
	const drop = useDroppable({ id: dropId, data: { target } });
	return {
		ref: (node: HTMLElement | null) => {
			drag.setNodeRef(node);
			drop.setNodeRef(node);
		},
		isDragging: drag.isDragging,
		isOver: drop.isOver && !drag.isDragging,
		drag,
	};
}

/**
 * Returns the drag and drop props of a player's row. It is dragged by its handle, or by the pointer anywhere
 * on it, and is a drop target for others. The keyboard listener is on the handle only.
 */
export function useSeatDrag(userId: string, group: BoardGroup | null) {
	const isHydrated = useHydrated();
	const target: Target = { kind: 'seat', userId, groupId: group?.id ?? null };
	const seat = useDragAndDrop(`player ${userId}`, { kind: 'player', userId }, `seat ${userId}`, target);
	const { onPointerDown } = seat.drag.listeners ?? {};
	return {
		...seat,
		onPointerDown: isHydrated ? (onPointerDown as PointerEventHandler | undefined) : undefined,
	};
}

export const NoGrip = () => <span className={css.dragNoGrip} />;

type GripProps = { seat: Pick<ReturnType<typeof useSeatDrag>, 'drag'>; name: string };

/** Renders the drag handle for keyboard and touch; without script it renders an empty space. */
export function SeatGrip({ seat: { drag }, name }: GripProps) {
	if (!useHydrated()) return <NoGrip />;
	const onKeyDown = drag.listeners?.onKeyDown as KeyboardEventHandler | undefined;
	return (
		<Grip drag={drag} name={name} onKeyDown={onKeyDown}>
			<Icon icon={GripVertical} size="small" />
		</Grip>
	);
}

/** A group's card is dragged by the handle in its head, and is a drop target for players and groups. */
export const useGroupDrag = (groupId: string) =>
	useDragAndDrop(`group ${groupId}`, { kind: 'group', groupId }, `card ${groupId}`, {
		kind: 'group',
		groupId,
	});

const RAIL = 'rail ';
const isOnRail = (id: number | string) => String(id).startsWith(RAIL);

/** Returns the props of a drop target that is not dragged itself. */
function useDropTarget(id: string, target: Target) {
	const { setNodeRef, isOver } = useDroppable({ id, data: { target } });
	return { ref: setNodeRef, isOver };
}

export const useRailDrop = (groupId: string) =>
	useDropTarget(`${RAIL}${groupId}`, { kind: 'group', groupId });

/** A player dropped on Available Players leaves the group. */
export const useAvailableDrop = () => useDropTarget('available', { kind: 'available' });

type Drag = ReturnType<typeof useGroupDrag>['drag'];

export function GroupGrip({ drag, name }: { drag: Drag; name: string }) {
	if (!useHydrated()) return null;
	return (
		<Grip drag={drag} name={name} {...drag.listeners} className={css.dragGroupGrip}>
			<Icon icon={GripVertical} />
		</Grip>
	);
}

function Grip({ drag, name, className, ...rest }: { drag: Drag; name: string } & ComponentProps<'button'>) {
	return (
		<button
			type="button"
			ref={drag.setActivatorNodeRef}
			{...drag.attributes}
			{...rest}
			aria-label={`Drag ${name}`}
			className={joinClasses(css.dragGrip, className)}
		/>
	);
}
