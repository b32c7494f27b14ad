import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import * as css from './flash.css.ts';

export type FlashNotice = { tone: 'success' | 'error' | 'info'; title: string; text?: string };

/** The notice that one page leaves for the next. Its place is always there, so that a change is announced. */
export function Flash({ flash }: { flash?: FlashNotice | null }) {
	// A failure's own text is bold, and so is what more words follow; a lone success is a plain sentence.
	const hasBoldTitle = flash?.tone === 'error' || Boolean(flash?.text);
	return (
		<div className={joinClasses(wrap, css.place)} aria-live="polite">
			{flash && (
				<Notice tone={flash.tone} title={hasBoldTitle && flash.title} live={false}>
					{hasBoldTitle ? flash.text : flash.title}
				</Notice>
			)}
		</div>
	);
}
