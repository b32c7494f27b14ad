import { useFetcher } from 'react-router';
import { tint } from '~/app/ui/badge.css.ts';
import { Button, IconButton, IconLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { X } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { strong } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { QUICK_SIGNUP_LABELS, SIGNUP_STATUSES, STATUS_FACTS } from '~/domain/signups/statuses.ts';
import { EXPERIENCE_CHOICES, EXPERIENCES } from '~/domain/users/experience.ts';
import { SIGNUP_LOOKS } from './status-looks.ts';
import * as css from './welcome.css.ts';

/** What the profile responds: that it was saved, or why not. */
type Outcome = { kind: 'saved'; title: string } | { kind: 'refused'; title: string; error: string };

type WelcomeProps = {
	/** The address of the page, which is also the one without the welcome. */
	pageHref: string;
	onDismiss: () => void;
};

/** Renders what a user needs on their first visit, above the page and not over it. */
export function Welcome({ pageHref, onDismiss }: WelcomeProps) {
	const { communityName } = useSite();
	const isScripted = useHydrated();
	const button = { icon: X, label: 'Dismiss', className: css.dismiss } as const;
	return (
		<div className={wrap}>
			<Card className={css.welcome} aria-labelledby="welcome">
				<h2 id="welcome" className={css.title}>
					Welcome to the game nights of {communityName}
				</h2>
				<p>Say for each event whether you're coming. You can change it any time.</p>
				<ul className={css.statuses}>
					{SIGNUP_STATUSES.map((status) => (
						<li key={status} className={css.status}>
							<Icon icon={SIGNUP_LOOKS[status].icon} className={tint[SIGNUP_LOOKS[status].tone]} />
							<span>
								<b>{QUICK_SIGNUP_LABELS[status]}</b>: {STATUS_FACTS[status].meaning}
							</span>
						</li>
					))}
				</ul>
				<p>
					A <b>storyteller</b> runs the game: they explain the rules and know every secret, but don't play.
				</p>
				<ExperienceQuestion back={pageHref} />
				{isScripted ? (
					<IconButton {...button} type="button" onClick={onDismiss} />
				) : (
					<IconLink {...button} to={pageHref} />
				)}
			</Card>
		</div>
	);
}

function ExperienceQuestion({ back }: { back: string }) {
	// A fetcher does not navigate, so the page below stays.
	const fetcher = useFetcher<Outcome>();
	const outcome = fetcher.data;
	if (outcome?.kind === 'saved') return <p role="status">{outcome.title}</p>;
	return (
		<fetcher.Form method="post" action="/profile" className={css.question}>
			<input type="hidden" name="intent" value="profile.update" />
			<input type="hidden" name="card" value="experience" />
			<input type="hidden" name="back" value={back} />
			<div className={css.ask}>
				<p className={strong}>New to the game?</p>
				<p className={css.hint}>Creators see it when they make the groups. Change it on your profile.</p>
			</div>
			{EXPERIENCES.map((experience) => (
				<Button key={experience} name="experience" value={experience}>
					{EXPERIENCE_CHOICES[experience]}
				</Button>
			))}
			{outcome?.kind === 'refused' && <FailureNotice failure={outcome} />}
		</fetcher.Form>
	);
}
