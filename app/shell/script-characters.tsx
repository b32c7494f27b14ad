import { Name } from '~/app/ui/name.tsx';
import { groupByTeam, type ScriptCharacter } from '~/domain/scripts/script.ts';
import * as css from './script-characters.css.ts';

export function ScriptCharacters({ characters }: { characters: readonly ScriptCharacter[] }) {
	return (
		<dl className={css.teams}>
			{groupByTeam(characters).map(({ label, names }) => (
				<div key={label}>
					<dt className={css.team}>{label}</dt>
					<dd className={css.names}>
						{names.map((name, index) => (
							// Two characters may have one name.
							<span key={index}>
								{index > 0 && ', '}
								<Name>{name}</Name>
							</span>
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}
