import { Megaphone } from 'lucide-react';
import { Notice } from '~/app/ui/notice.tsx';

/** The text that admins set for everybody (setting events_banner); nothing when it is empty. */
export function SiteBanner({ text }: { text: string }) {
	if (text.trim() === '') return null;
	return (
		<Notice icon={Megaphone} live={false}>
			{text}
		</Notice>
	);
}
