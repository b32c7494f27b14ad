import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { type Look, ToneIcon } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Activity, CalendarSync, PlugZap } from '~/app/ui/icons.ts';
import { rowWrap, stack } from '~/app/ui/layout.css.ts';
import { muted, mutedSmall, strong } from '~/app/ui/text.css.ts';
import type { PreflightCheck } from '~/domain/discord/preflight.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import * as css from './discord-preflight.css.ts';

export const CHECK_LOOKS: Record<PreflightCheck['state'], Look & { label: string }> = {
	ok: { ...SIGNUP_LOOKS.confirmed, label: 'OK' },
	missing: { ...SIGNUP_LOOKS.declined, label: 'Missing' },
	unknown: { ...SIGNUP_LOOKS.tentative, label: "Couldn't check" },
};

export function PreflightList({ checks }: { checks: readonly PreflightCheck[] }) {
	return (
		<>
			<p className={css.note}>{summarizeChecks(checks)}</p>
			<ul className={css.list}>
				{checks.map((check) => (
					<CheckRow key={check.key} check={check} />
				))}
			</ul>
		</>
	);
}

/** Renders the card that links to the check. The panel itself does not wait for Discord. */
export function DiscordConnectionCard() {
	return (
		<Card aria-labelledby="discord-connection">
			<CardHead title="Discord connection" id="discord-connection" />
			<div className={stack}>
				<p className={muted}>
					Check that the bot is on your server with the right permissions, and that every part of Townbell
					works.
				</p>
				<div className={rowWrap}>
					<ButtonLink to="/admin/discord-check" icon={PlugZap} preventScrollReset>
						Check the connection
					</ButtonLink>
					<ButtonLink to="/admin/discord-mirrors" icon={CalendarSync} preventScrollReset>
						Mirrored events
					</ButtonLink>
					<ButtonLink to="/admin/health" icon={Activity}>
						Health
					</ButtonLink>
				</div>
			</div>
		</Card>
	);
}

function CheckRow({ check: { title, state, remedy, href } }: { check: PreflightCheck }) {
	return (
		<li className={css.check}>
			<ToneIcon {...CHECK_LOOKS[state]} />
			<div className={css.text}>
				<div className={strong}>{title}</div>
				{remedy && <p className={mutedSmall}>{remedy}</p>}
				{href && (
					<a className={mutedSmall} href={href}>
						Invite the bot
					</a>
				)}
			</div>
		</li>
	);
}

export function summarizeChecks(checks: readonly PreflightCheck[]): string {
	const missing = checks.filter(({ state }) => state === 'missing').length;
	if (missing > 0) return `${formatCount(missing, 'thing')} ${inflect(missing, 'is', 'are')} missing`;
	return checks.some(({ state }) => state === 'unknown') ? 'Some checks could not run' : 'Everything works';
}
