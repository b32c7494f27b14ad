import type { ComponentProps } from 'react';

/**
 * Renders the name of a user, event, group, script or community. It has its own direction of writing, and a translator leaves
 * it as it is, because people use it on Discord and at the table too.
 */
export const Name = (props: ComponentProps<'bdi'>) => <bdi translate="no" {...props} />;

/** Renders a choice that is a name. One that cannot be chosen also says why. */
export const NameOption = (props: ComponentProps<'option'>) => (
	<option {...props} translate={props.disabled ? undefined : 'no'} />
);

/** Renders a code, which a translator must not change. */
export const Code = (props: ComponentProps<'code'>) => <code translate="no" {...props} />;
