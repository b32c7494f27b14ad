import { Notice } from '~/app/ui/notice.tsx';

/** Why a quick signup was refused. */
export const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" title="Failed to sign up. Please try again.">
		{reason}
	</Notice>
);
