import { Stars } from '~/app/ui/town/stars.tsx';

/** The faded background behind every page: sparse stars at night, over the fade that the body has. The roofs stand above the footer. */
export function Background() {
	return <Stars />;
}
