import { CloudDownload } from 'lucide-react';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { stack } from '~/app/ui/layout.css.ts';
import { muted } from '~/app/ui/text.css.ts';

/** The way to the import dialog. */
export function DiscordImportCard() {
	return (
		<Card aria-labelledby="discord-import">
			<CardHead title="Discord Import" id="discord-import" />
			<div className={stack}>
				<p className={muted}>
					Nights that somebody planned on Discord become events here, with everybody who is interested.
				</p>
				<div>
					<ButtonLink to="/admin/discord-import" icon={CloudDownload} preventScrollReset>
						Import Discord Events
					</ButtonLink>
				</div>
			</div>
		</Card>
	);
}
