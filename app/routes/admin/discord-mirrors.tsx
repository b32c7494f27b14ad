import { data, Form, Link } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { EVENT_LOOKS, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Dialog } from '~/app/ui/dialog.tsx';
import { RefreshCw } from '~/app/ui/icons.ts';
import { stack } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import { muted, textLink } from '~/app/ui/text.css.ts';
import type { ListedMirror } from '~/domain/admin/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import {
	type FailedAnnouncement,
	listFailedAnnouncements,
	listMirrors,
	retryListedMirror,
} from '~/server/operations/admin/index.ts';
import type { Route } from './+types/discord-mirrors.ts';

const STATES = {
	failed: { look: EVENT_LOOKS.cancelled, text: 'Failed' },
	pending: { look: SIGNUP_LOOKS.tentative, text: 'Pending' },
	deleted: { look: EVENT_LOOKS.other, text: 'Deleted on Discord' },
	synced: { look: EVENT_LOOKS.active, text: 'Synced' },
};

/** The mirrored events, failed ones first, and above them the events whose message could not be posted. */
export async function loader({ context }: Route.LoaderArgs) {
	const [mirrors, announcements] = await Promise.all([
		load(listMirrors, context),
		load(listFailedAnnouncements, context),
	]);
	return { mirrors, announcements };
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const params = { eventId: readText(form, 'eventId') };
	const { result, refusal } = await submit(retryListedMirror, context, { params });
	if (refusal) return data({ error: refusal.error }, { status: refusal.status });
	return redirectAfterForm(context, '/admin/discord-mirrors', { tone: 'success', title: result.message });
}

export default function DiscordMirrors({ loaderData, actionData }: Route.ComponentProps) {
	const { mirrors, announcements } = loaderData;
	return (
		<Dialog title="Mirrored events" closeHref="/admin" width="wide">
			<div className={stack}>
				<FailureNotice failure={actionData} title="Failed to retry." />
				{announcements.length > 0 && <FailedAnnouncements announcements={announcements} />}
				{mirrors.length === 0 ? (
					<p className={muted}>No events are mirrored on Discord yet.</p>
				) : (
					<Table caption="Mirrored events" columns={['Event', 'State']} endColumns={['Actions']}>
						{mirrors.map((mirror) => (
							<MirrorRow key={mirror.event_id} mirror={mirror} />
						))}
					</Table>
				)}
			</div>
		</Dialog>
	);
}

function FailedAnnouncements({ announcements }: { announcements: readonly FailedAnnouncement[] }) {
	return (
		<Notice tone="error" live={false} title="Some announcements need attention:">
			<ul>
				{announcements.map(({ event_id, kind, title, error }) => (
					<li key={`${event_id} ${kind}`}>
						{kind === 'groups' && title !== null && 'Groups of '}
						{title === null ? (
							'The message of a deleted event'
						) : (
							<Link to={`/events/${event_id}`} className={textLink}>
								<Name>{title}</Name>
							</Link>
						)}
						{error && `: ${error}`}
					</li>
				))}
			</ul>
		</Notice>
	);
}

function MirrorRow({ mirror: { event_id, title, date, state, error, can_retry } }: { mirror: ListedMirror }) {
	const { look, text } = STATES[state];
	return (
		<Tr>
			<Td rowHead label="Event">
				{title === null ? (
					'A deleted event'
				) : (
					<Link to={`/events/${event_id}`} className={textLink}>
						<Name>{title}</Name>
					</Link>
				)}
				{date && <div className={muted}>{formatOrdinalDate(date, EASTERN)}</div>}
			</Td>
			<Td label="State">
				<Badge {...look}>{text}</Badge>
				{error && <div className={muted}>{error}</div>}
			</Td>
			<Td end label="Actions">
				{can_retry && (
					<Form method="post" preventScrollReset>
						<input type="hidden" name="intent" value="discord.retryMirror" />
						<input type="hidden" name="eventId" value={event_id} />
						<Button icon={RefreshCw} aria-label={`Retry ${title ?? 'the deletion'}`}>
							Retry
						</Button>
					</Form>
				)}
			</Td>
		</Tr>
	);
}
