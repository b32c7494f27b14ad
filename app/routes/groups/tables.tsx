import { useId } from 'react';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { TextArea, TextInput } from '~/app/ui/field.tsx';
import { Copy, Printer } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { formatCount } from '~/domain/format-count.ts';
import type { TableOnPage } from '~/domain/groups/online-table.ts';
import { TABLE } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { guardPage, load } from '~/server/http/responses.ts';
import { readTables } from '~/server/operations/groups/index.ts';
import type { Route } from './+types/tables.ts';
import { StorytellerNames } from './storyteller-names.tsx';
import * as css from './tables.css.ts';

/** The seats of the saved groups, to print and to hand over to an online table; for their storytellers and creators. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'groups.readTable');
	return load(readTables, context, { params, ifMissing: () => redirectMissingEvent(context) });
}

export const meta: Route.MetaFunction = () => [{ title: 'Seats and tables · Townbell' }];

export default function Tables({ loaderData: { event, tables } }: Route.ComponentProps) {
	const isHydrated = useHydrated();
	const when = `${formatDateTimeShort(event.date, event.timezone)} (${getZoneLabel(event.timezone)})`;
	return (
		<div className={joinClasses(wrap, css.page)}>
			<div className={css.screenOnly}>
				<BackLink to={`/events/${event.id}`}>Back to the event</BackLink>
				<PageHead
					title="Seats and tables"
					subtitle={
						<>
							<Name>{event.title}</Name> · {when}
						</>
					}
					actions={
						isHydrated &&
						tables.length > 0 && (
							<Button type="button" icon={Printer} onClick={() => window.print()}>
								Print seating cards
							</Button>
						)
					}
				/>
				{tables.length === 0 && <p className={css.note}>No groups yet.</p>}
			</div>
			{tables.map((table, index) => (
				<Table key={table.id} table={table} number={index + 1} event={event} when={when} />
			))}
		</div>
	);
}

type TableProps = {
	table: TableOnPage;
	/** Of the group, for the name of its file. */
	number: number;
	event: Route.ComponentProps['loaderData']['event'];
	when: string;
};

function Table({ table, number, event, when }: TableProps) {
	const heading = useId();
	const { name, storytellers, script, seats, names, state, session, playersUrl } = table;
	const json = JSON.stringify(state);
	const extra = names.length - state.players.length;
	return (
		<Card aria-labelledby={heading} className={css.table}>
			<div className={css.head}>
				<h2 id={heading}>
					<Name>{name}</Name>
				</h2>
				<p className={css.paperOnly}>
					<Name>{event.title}</Name>
					<br />
					{when}
				</p>
				<p className={css.note}>
					{storytellers.length === 0 ? 'No storyteller yet' : <StorytellerNames names={storytellers} />} ·{' '}
					{formatCount(seats.length, 'player')}
					{script && (
						<>
							{' '}
							· Script: <Name>{script.name}</Name>
						</>
					)}
				</p>
			</div>
			{playersUrl !== null && (
				<div className={joinClasses(css.session, css.screenOnly)}>
					<CopyText
						label="Link for the players"
						text={playersUrl}
						hint={`Your players see it from ${TABLE.linkMinutes} minutes before the start.`}
					/>
					<CopyText label="Session name" text={session} hint="Start the session with this name." />
				</div>
			)}
			<div className={css.seating}>
				{seats.length === 0 ? (
					<p>No players yet</p>
				) : (
					<>
						<p className={joinClasses(mutedSmall, css.screenOnly)}>The seats are clockwise.</p>
						<ol className={css.seats} aria-label={`Seats of ${name}`}>
							{seats.map((seat, index) => (
								// Two players may have one name.
								<li key={index}>
									<Name className={css.name}>{seat.name}</Name>{' '}
									{seat.stay && <span className={mutedSmall}>{seat.stay}</span>}
								</li>
							))}
						</ol>
					</>
				)}
			</div>
			<div className={joinClasses(css.copies, css.screenOnly)}>
				{seats.length > 0 && (
					<>
						<CopyText
							label="Game state"
							text={json}
							download={`table-${number}.json`}
							hint="It fills the online table with these names and the script: copy it here, then choose “Load State” there and paste it."
						/>
						<CopyText label="Names, one per line" text={names.join('\n')} rows={3} />
						<CopyText label="Names in a list" text={names.join(', ')} />
					</>
				)}
				{script?.file && (
					<a
						className={textLink}
						download={`script-${number}.json`}
						href={`data:application/json;charset=utf-8,${encodeURIComponent(script.file)}`}
					>
						Download the script
					</a>
				)}
				{extra > 0 && (
					<p className={css.note}>
						The online table has {TABLE.seats} seats: the last {formatCount(extra, 'name')} are not in the
						game state.
					</p>
				)}
			</div>
		</Card>
	);
}

type CopyTextProps = {
	label: string;
	text: string;
	rows?: number;
	hint?: string;
	/** The name of the file in which the text can be downloaded. */
	download?: string;
};

/** Renders a text that can be copied or selected, and downloaded as JSON. */
function CopyText({ label, text, rows, hint, download }: CopyTextProps) {
	const isHydrated = useHydrated();
	const [outcome, copy] = useCopy(text);
	return (
		<div className={css.copy}>
			{rows ? (
				<TextArea label={label} hint={hint} readOnly value={text} rows={rows} data-no-draft />
			) : (
				<TextInput label={label} hint={hint} readOnly value={text} data-no-draft />
			)}
			<div className={css.actions}>
				{isHydrated && (
					<Button
						type="button"
						icon={Copy}
						aria-label={`Copy: ${label}`}
						onClick={() => void copy('Copied.')}
					>
						Copy
					</Button>
				)}
				{download && (
					<a
						className={textLink}
						download={download}
						href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
					>
						Download as a file
					</a>
				)}
				<span role="status" className={mutedSmall}>
					{outcome?.message}
				</span>
			</div>
		</div>
	);
}
