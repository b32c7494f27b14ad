import { Link } from 'react-router';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Name } from '~/app/ui/name.tsx';
import { Table, Td, Tr } from '~/app/ui/table.tsx';
import { muted, mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { TEST_USERS } from '~/domain/limits.ts';
import type { TestStatus } from '~/domain/test-environment/test-data.ts';
import * as css from './test-environment.css.ts';

/** Renders the counts of test data. They are read when the panel opens and after every action. */
export function StatusBlock({ status }: { status: TestStatus | null }) {
	if (!status) return <p className={muted}>The status could not be read.</p>;
	const facts = [
		['Test Users', `${status.testUsers}/${TEST_USERS}`],
		['Total Events', status.totalEvents],
		['Users with Player Preferences', status.usersWithPlayerPrefs],
		['Users with Storyteller Preferences', status.usersWithStorytellerPrefs],
	] as const;
	return (
		<>
			<dl className={css.facts}>
				{facts.map(([name, value]) => (
					<div key={name} className={css.fact}>
						<dt className={mutedSmall}>{name}</dt>
						<dd className={css.factValue}>{value}</dd>
					</div>
				))}
			</dl>
			{status.events.length > 0 && (
				<Disclosure label="Events and their IDs" className={css.details}>
					<ul className={css.events}>
						{status.events.map(({ id, title }) => (
							<li key={id}>
								<span className={css.id}>{id}</span>{' '}
								<Link to={`/events/${id}`} className={textLink}>
									<Name>{title}</Name>
								</Link>
							</li>
						))}
					</ul>
				</Disclosure>
			)}
			<datalist id="test-events">
				{status.events.map(({ id, title }) => (
					<option key={id} value={id} label={title} />
				))}
			</datalist>
			{status.sampleUsers.length > 0 && (
				<Table
					caption="Sample users"
					showCaption
					columns={['User', 'Preferred Players', 'Preferred Storyteller']}
				>
					{status.sampleUsers.map(({ id, username, preferences }) => (
						<Tr key={id}>
							<Td rowHead label="User">
								{username}
							</Td>
							<Td label="Preferred Players">{formatPlayers(preferences.preferred_players) || 'none'}</Td>
							<Td label="Preferred Storyteller">{preferences.preferred_storyteller ?? 'none'}</Td>
						</Tr>
					))}
				</Table>
			)}
		</>
	);
}

const formatPlayers = (list: string): string => (JSON.parse(list) as string[]).join(', ');
