import { plainList, wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { Logo } from '~/app/ui/town/logo.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useLinks } from '~/app/ui/use-links.ts';
import * as css from './app-shell.css.ts';

const COLUMNS = [
	{
		title: 'Quick Links',
		links: [
			{ to: '/events', label: 'Events' },
			{ to: '/faq', label: 'FAQ' },
		],
	},
	{
		title: 'Legal',
		links: [
			{ to: '/privacy-policy', label: 'Privacy Policy' },
			{ to: '/terms-of-use', label: 'Terms of Use' },
			{ to: '/cookie-policy', label: 'Cookie Policy' },
		],
	},
];

/** Renders the footer; it is dark in both themes. */
export function Footer({ communityName, year }: { communityName: string; year: number }) {
	const linkTo = useLinks();
	const { demoChannelUrl } = useSite();
	return (
		<footer className={css.footer}>
			<Scene name="footer" />
			<div className={css.footerGround}>
				<div className={wrap}>
					<div className={css.footerColumns}>
						<div className={css.footerDescription}>
							<p className={css.footerBrand}>
								<Logo />
								<Name>Townbell</Name>
							</p>
							<p>
								Game nights for <Name>{communityName}</Name>. See what's on, tell us if you're coming, and
								find your group when the bell rings.
							</p>
						</div>
						{COLUMNS.map(({ title, links }) => (
							<nav key={title} aria-label={title}>
								<h2 className={css.footerHeading}>{title}</h2>
								<ul className={plainList}>
									{links.map(({ to, label }) => (
										<li key={to}>
											<a {...linkTo(to)} className={css.footerLink}>
												{label}
											</a>
										</li>
									))}
								</ul>
							</nav>
						))}
					</div>
					<p className={css.footerCopyright}>
						© {year} Townbell. A community project, not affiliated with the publishers of any game.
						{demoChannelUrl && (
							<>
								{' '}
								<a href={demoChannelUrl} className={css.footerLink}>
									This demo's Discord channel
								</a>
							</>
						)}
					</p>
				</div>
			</div>
		</footer>
	);
}
