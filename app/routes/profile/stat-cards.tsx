import type { ReactNode } from 'react';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { ToneIcon } from '~/app/ui/badge.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { Ticket } from '~/app/ui/icons.ts';
import { muted, serif } from '~/app/ui/text.css.ts';
import { describeNights, type Nights } from '~/domain/groups/attendance.ts';
import type { SignupTally } from '~/domain/signups/tally.ts';
import * as css from './profile.css.ts';

/** Renders Total Signups, Confirmed and Tentative, and the nights that the user attended and told. */
export function StatCards({ tally, nights }: { tally: SignupTally; nights: Nights }) {
	const described = describeNights(nights);
	return (
		<>
			<dl className={css.stats}>
				<Stat
					label="Total Signups"
					count={tally.total}
					icon={<Icon icon={Ticket} size="large" className={muted} />}
				/>
				<Stat
					label="Confirmed"
					count={tally.confirmed}
					icon={<ToneIcon {...SIGNUP_LOOKS.confirmed} size="large" />}
				/>
				<Stat
					label="Tentative"
					count={tally.tentative}
					icon={<ToneIcon {...SIGNUP_LOOKS.tentative} size="large" />}
				/>
			</dl>
			{described && <p className={muted}>{described}</p>}
		</>
	);
}

function Stat({ label, count, icon }: { label: string; count: number; icon: ReactNode }) {
	return (
		<Card as="div" bare className={css.stat}>
			<dt className={css.statLabel}>{label}</dt>
			<dd className={css.statRow}>
				<span className={`${serif} ${css.statCount}`}>{count}</span>
				{icon}
			</dd>
		</Card>
	);
}
