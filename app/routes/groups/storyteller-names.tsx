import { Fragment } from 'react';
import { Name } from '~/app/ui/name.tsx';

export const StorytellerNames = ({ names }: { names: readonly string[] }) => (
	<>
		{names.length > 1 ? 'Storytellers' : 'Storyteller'}:{' '}
		{names.map((name, index) => (
			// Two storytellers may have the same name.
			<Fragment key={index}>
				{index > 0 && ', '}
				<Name>{name}</Name>
			</Fragment>
		))}
	</>
);
