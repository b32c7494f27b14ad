import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button, ButtonLink, IconButton, IconLink } from './button.tsx';
import { Card, CardHead, CardSection, EmptyState } from './card.tsx';
import { Collapsible } from './collapsible.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Checkbox, Select, Switch, TextArea, TextInput } from './field.tsx';
import { Spinner } from './icon.tsx';
import { CircleCheck, Clock3, Plus } from './icons.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { Menu, MenuButton, MenuLink } from './menu.tsx';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';
import { Progress } from './progress.tsx';
import { SegmentedButtons, SegmentedRadios } from './segmented.tsx';
import { Table, Td, Th, Tr } from './table.tsx';
import { WindowRow } from './window-row.tsx';

function render(node: ReactNode): string {
	const Stub = createRoutesStub([{ path: '/', Component: () => node }]);
	return renderToStaticMarkup(<Stub />);
}

const statusOptions = [
	{ value: 'confirmed', label: 'Confirmed', tone: 'success', icon: CircleCheck },
	{ value: 'late', label: 'Late', tone: 'info', icon: Clock3 },
] as const;

const parts: Record<string, ReactNode> = {
	avatar: <Avatar name="Wren Abernathy" src="/wren.webp" size={40} />,
	badge: <Badge tone="accent">Happening Now</Badge>,
	buttons: (
		<>
			<Button variant="primary" icon={Plus}>
				Save
			</Button>
			<ButtonLink to="/events">Events</ButtonLink>
			<IconButton icon={Plus} label="Add" />
			<IconLink icon={Plus} label="Open" to="/x" />
		</>
	),
	card: (
		<Card as="article">
			<CardHead title="Head">right</CardHead>
			<CardSection title="Section" icon={Plus} note="note">
				body
			</CardSection>
		</Card>
	),
	collapsible: (
		<Collapsible title="Signups" defaultOpen>
			body
		</Collapsible>
	),
	dialog: (
		<Dialog title="Delete this event?" closeHref="/events" tone="danger">
			<DialogActions>
				<Button variant="dangerFinal">Delete event</Button>
			</DialogActions>
		</Dialog>
	),
	empty: <EmptyState title="Nothing" text="at all" drawing={<i />} action={<b>go</b>} />,
	fields: (
		<>
			<TextInput label="Title" name="title" required error={['Too long', 'And wrong']} hint="Short" />
			<TextArea label="Notes" name="notes" />
			<Select label="Zone" name="zone">
				<option>Eastern</option>
			</Select>
			<Checkbox label="Also" name="also" />
			<Switch label="On" name="on" hint="or off" />
		</>
	),
	loading: <LoadingScreen joke="A joke." />,
	menu: (
		<Menu summary="Sign up">
			<MenuLink href="/x" icon={Clock3}>
				Link
			</MenuLink>
			<MenuButton tone="info" icon={Clock3}>
				Late
			</MenuButton>
		</Menu>
	),
	notice: (
		<Notice tone="error" title="Failed to save groups.">
			Your moves are still here.
		</Notice>
	),
	pageHead: <PageHead title="Events" subtitle="Browse" actions={<b>do</b>} />,
	progress: <Progress label="Importing" value={62} note="note" />,
	segmented: (
		<>
			<SegmentedButtons name="status" label="Are you coming?" options={statusOptions} value="late" />
			<SegmentedRadios
				name="status"
				label="Status"
				options={statusOptions}
				defaultValue="late"
				error="Pick one"
			/>
		</>
	),
	spinner: <Spinner label="Loading events" />,
	table: (
		<Table caption="Events" head={<Th>Event</Th>}>
			<Tr>
				<Td label="Event" rowHead>
					Autumn Fair
				</Td>
			</Tr>
		</Table>
	),
	windows: <WindowRow lit={40} half={1} open={0} label="41 players" />,
};

describe('the kit on the server', () => {
	it.each(Object.keys(parts))('%s renders without an inline style', (name) => {
		const html = render(parts[name]);
		expect(html).not.toBe('');
		expect(html).not.toMatch(/\sstyle=/);
	});
});

describe('accessible markup', () => {
	it('a field references its hint and its first error', () => {
		const html = render(
			<TextInput id="title" label="Title" name="title" hint="Short" error={['Too long', 'No']} />,
		);
		expect(html).toContain('<label for="title"');
		expect(html).toContain('aria-describedby="title-hint title-error"');
		expect(html).toContain('aria-invalid="true"');
		expect(html).toContain('Too long');
		expect(html).not.toContain('>No<');
	});

	it('a field without hint and error references nothing', () => {
		const html = render(<TextInput label="Title" name="title" error={[]} />);
		expect(html).not.toContain('aria-describedby');
		expect(html).not.toContain('aria-invalid');
	});

	it('a dialog is open, modal and named by its title', () => {
		const html = render(parts.dialog);
		const heading = /<h2 id="([^"]+)"[^>]*>Delete this event\?/.exec(html)?.[1];
		expect(html).toMatch(/<dialog[^>]* open=""/);
		expect(html).toContain(`aria-labelledby="${heading}"`);
		expect(html).toContain('href="/events"');
	});

	it('the selected option is pressed', () => {
		const html = render(
			<SegmentedButtons name="status" label="Coming?" options={statusOptions} value="late" />,
		);
		expect(html).toMatch(/value="late" aria-pressed="true"/);
		expect(html).toMatch(/value="confirmed" aria-pressed="false"/);
	});

	it('a pending button shows the pending label and keeps its normal label hidden for the width', () => {
		const html = render(<Button pending="Creating...">Create Event</Button>);
		expect(html).toContain('aria-disabled="true"');
		expect(html).toMatch(/aria-hidden="true">Create Event/);
		expect(html).toContain('Creating...');
	});

	it('at most 27 windows are drawn; the label has the exact count', () => {
		const html = render(<WindowRow lit={40} half={1} open={0} label="41 players" />);
		expect(html.match(/<i>/g)).toHaveLength(27);
		expect(html).toContain('aria-label="41 players"');
	});
});
