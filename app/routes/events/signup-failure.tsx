import { Notice } from '~/app/ui/notice.tsx';

/** Renders why a quick signup was refused. */
export const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" title="Failed to sign up. Please try again.">
		{reason}
	</Notice>
);
