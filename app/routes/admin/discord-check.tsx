import { ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { load } from '~/server/http/responses.ts';
import { readPreflight } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/discord-check.ts';
import { PreflightList } from './discord-preflight.tsx';

/** The dialog that checks the bot. It has its own address because Discord may respond slowly. */
export const loader = ({ context }: Route.LoaderArgs) => load(readPreflight, context);

export default function DiscordCheck({ loaderData: { checks } }: Route.ComponentProps) {
	return (
		<Dialog title="Discord connection" closeHref="/admin">
			<PreflightList checks={checks} />
			<DialogActions backTo="/admin" back="Close">
				<ButtonLink to="/admin/discord-check" preventScrollReset>
					Check again
				</ButtonLink>
			</DialogActions>
		</Dialog>
	);
}
