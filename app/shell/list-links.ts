import { CalendarDays, CalendarPlus, type LucideIcon, ShieldCheck } from 'lucide-react';
import { type Action, type Actor, can } from '~/domain/policy.ts';

export type NavItem = { to: string; label: string; icon: LucideIcon };

const ITEMS: readonly (NavItem & { action: Action })[] = [
	{ to: '/events', label: 'Events', icon: CalendarDays, action: 'events.list' },
	{ to: '/create-event', label: 'Create Event', icon: CalendarPlus, action: 'events.create' },
	{ to: '/admin', label: 'Admin', icon: ShieldCheck, action: 'admin.open' },
];

/** The navigation's links that this person may follow. */
export function listLinks(actor: Actor | null): readonly NavItem[] {
	return ITEMS.filter(({ action }) => can(actor, action));
}
