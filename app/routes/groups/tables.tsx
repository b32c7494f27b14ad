import { useId } from 'react';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { VoiceChannelLink } from '~/app/shell/voice-channel-link.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import * as fieldCss from '~/app/ui/field.css.ts';
import { Field } from '~/app/ui/field-frame.tsx';
import { Copy, Printer } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { muted, mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { useCopy } from '~/app/ui/use-copy.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { formatCount } from '~/domain/format-count.ts';
import { describeNamesWithoutSeat, type TableOnPage } from '~/domain/groups/online-table.ts';
import { TABLE } from '~/domain/limits.ts';
import { guardPage, load } from '~/server/http/responses.ts';
import { readTables } from '~/server/operations/groups/index.ts';
import type { Route } from './+types/tables.ts';
import { describeStart, EventPageHead, StorytellerNames } from './event-page-head.tsx';
import * as css from './tables.css.ts';

/** The seats of the saved groups, to print and to hand over to an online table; for their storytellers and creators. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'groups.readTable');
	return load(readTables, context, { params, ifMissing: () => redirectMissingEvent(context) });
}

export const meta: Route.MetaFunction = () => [{ title: 'Seats and tables · Townbell' }];

export default function Tables({ loaderData: { event, tables } }: Route.ComponentProps) {
	const isHydrated = useHydrated();
	return (
		<div className={joinClasses(wrap, css.page)}>
			<div className={css.screenOnly}>
				<EventPageHead
					event={event}
					title="Seats and tables"
					actions={
						isHydrated &&
						tables.length > 0 && (
							<Button type="button" icon={Printer} onClick={() => window.print()}>
								Print seating cards
							</Button>
						)
					}
				/>
				{tables.length === 0 && <p className={muted}>No groups yet.</p>}
			</div>
			{tables.map((table, index) => (
				<Table key={table.id} table={table} number={index + 1} event={event} />
			))}
		</div>
	);
}

type TableProps = {
	table: TableOnPage;
	/** Of the group, for the name of its file. */
	number: number;
	event: Route.ComponentProps['loaderData']['event'];
};

function Table({ table, number, event }: TableProps) {
	const heading = useId();
	const { name, voiceChannel, storytellers, script, seats, session, playersUrl } = table;
	return (
		<Card aria-labelledby={heading} className={css.table}>
			<div className={css.head}>
				<h2 id={heading}>
					<Name>{name}</Name>
				</h2>
				<p className={css.paperOnly}>
					<Name>{event.title}</Name>
					<br />
					{describeStart(event)}
				</p>
				<p className={muted}>
					{storytellers.length === 0 ? 'No storyteller yet' : <StorytellerNames names={storytellers} />} ·{' '}
					{formatCount(seats.length, 'player')}
					{script && (
						<>
							{' '}
							· Script: <Name>{script.name}</Name>
						</>
					)}
					{voiceChannel && (
						<>
							{' '}
							· <VoiceChannelLink channel={voiceChannel} />
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
								<li key={index} className={css.seat}>
									<Name className={css.name}>{seat.name}</Name>{' '}
									{seat.stay && <span className={mutedSmall}>{seat.stay}</span>}
								</li>
							))}
						</ol>
					</>
				)}
			</div>
			{(seats.length > 0 || script?.file) && (
				<div className={joinClasses(css.copies, css.screenOnly)}>
					{seats.length > 0 && <GameState table={table} number={number} />}
					{script?.file && (
						<JsonLink text={script.file} name={`script-${number}.json`}>
							Download the script
						</JsonLink>
					)}
				</div>
			)}
		</Card>
	);
}

/** Renders how the game state gets into the online table, and the texts that are copied. */
function GameState({ table: { state, names }, number }: Pick<TableProps, 'table' | 'number'>) {
	const json = JSON.stringify(state);
	const copying = useCopy(json);
	const extra = describeNamesWithoutSeat(names.length - state.players.length);
	return (
		<>
			<p className={mutedSmall}>
				The game state fills the online table with these names and the script: copy it here, then choose “Load
				State” there and paste it.
				{extra && ` ${extra}`}
			</p>
			<div className={css.actions}>
				<CopyButton copying={copying}>Copy game state</CopyButton>
				<JsonLink text={json} name={`table-${number}.json`}>
					Download as a file
				</JsonLink>
			</div>
			<Disclosure
				label="Game state and names as text"
				open={copying[0]?.hasFailed ?? false}
				className={css.texts}
			>
				<CopyText label="Game state" text={json} />
				<CopyText label="Names, one per line" text={names.join('\n')} rows={3} />
				<CopyText label="Names in a list" text={names.join(', ')} />
			</Disclosure>
		</>
	);
}

type CopyTextProps = { label: string; text: string; rows?: number; hint?: string };

function CopyText({ label, text, rows, hint }: CopyTextProps) {
	const copying = useCopy(text);
	const props = { readOnly: true, value: text, dir: 'auto', 'data-no-draft': true } as const;
	return (
		<Field label={label} hint={hint}>
			{(control) => (
				<span className={css.copy}>
					{rows ? (
						<textarea
							{...props}
							{...control}
							rows={rows}
							className={joinClasses(fieldCss.control, fieldCss.area)}
						/>
					) : (
						<input type="text" {...props} {...control} className={fieldCss.control} />
					)}
					<CopyButton label={`Copy: ${label}`} copying={copying}>
						Copy
					</CopyButton>
				</span>
			)}
		</Field>
	);
}

type CopyButtonProps = { copying: ReturnType<typeof useCopy>; label?: string; children: string };

function CopyButton({ copying: [outcome, copy], label, children }: CopyButtonProps) {
	if (!useHydrated()) return null;
	return (
		<>
			<Button type="button" icon={Copy} aria-label={label} onClick={() => void copy('Copied.')}>
				{children}
			</Button>
			<span role="status" className={mutedSmall}>
				{outcome?.message}
			</span>
		</>
	);
}

function JsonLink({ text, name, children }: { text: string; name: string; children: string }) {
	return (
		<a
			className={textLink}
			download={name}
			href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
		>
			{children}
		</a>
	);
}
