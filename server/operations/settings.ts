import { QueryTypes } from 'sequelize';
import { z } from 'zod';
import { database } from '~/database/connection.ts';
import { operation } from './operation.ts';

/** GET /api/events/site-settings: what every member may read of the settings; '' when unset. */
export const readSiteSettings = operation({
	allow: 'settings.readSite',
	input: z.object({}),
	async handle(): Promise<{ events_banner: string }> {
		const [row] = await database().query<{ value: string }>(
			`SELECT value FROM settings WHERE key = 'events_banner'`,
			{
				type: QueryTypes.SELECT,
			},
		);
		return { events_banner: row?.value ?? '' };
	},
});
