import { useSite } from '~/app/ui/site-context.tsx';
import type { Route } from './+types/terms-of-use.ts';
import { LegalSummary, StaticPage, TextLink, TextSection } from './static-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Terms of Use · Townbell' }];

export default function TermsOfUse() {
	const { communityName } = useSite();
	return (
		<StaticPage
			title="Terms of Use"
			subtitle={`Townbell is where ${communityName} plans its game nights. By using it you agree to this.`}
		>
			<LegalSummary />
			<TextSection title="Who may use it">
				<ul>
					<li>You are a member of the Discord server of {communityName} and hold the required role there.</li>
					<li>You are 13 or older; under 18 you have the consent of a parent or guardian.</li>
					<li>
						You sign in with your own Discord account. If you lose the role or leave the server, you are
						signed out here.
					</li>
				</ul>
			</TextSection>
			<TextSection title="How we treat each other">
				<ul>
					<li>Sign up honestly, and change your signup when your plans change: others count on it.</li>
					<li>Be kind in comments, notes and names. The rules of the Discord server hold here too.</li>
					<li>
						Do not try to see, change or break what is not yours, and do not flood the site with requests.
					</li>
					<li>Keep your API tokens to yourself. You are responsible for what is done with them.</li>
				</ul>
			</TextSection>
			<TextSection title="What you write, and what we may do">
				<ul>
					<li>
						What you write stays yours. You let us show it to the members of the community, as the{' '}
						<TextLink to="/privacy-policy">Privacy Policy</TextLink> says.
					</li>
					<li>
						Creators and admins may edit or delete events, and may change signups and remove comments. Admins
						may change roles and delete accounts.
					</li>
					<li>
						You may leave at any time by <TextLink to="/profile/delete">deleting your profile</TextLink>.
					</li>
				</ul>
			</TextSection>
			<TextSection title="What we do not promise">
				<p>
					Townbell is a community project, offered free and as it is. It may be unavailable for a while, and
					an event may be moved or cancelled. It is not affiliated with Discord or with the publishers of any
					game.
				</p>
			</TextSection>
			<TextSection title="Changes">
				<p>
					If these terms change in a way that matters, we say so on this site 30 days before. If you use
					Townbell after that, you agree to the new terms; if you don't agree, you can delete your profile.
				</p>
			</TextSection>
		</StaticPage>
	);
}
