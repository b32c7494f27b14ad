import pg from 'pg';

/**
 * pg's Client for every connection of ours. A broken connection is told by the query that fails or by its pool; pg also
 * emits `error`, and between letting a connection in and handing it over neither Sequelize nor a pool listens. A server
 * that is shut down in that moment would end our process.
 */
export class Client extends pg.Client {
	constructor(config?: string | pg.ClientConfig) {
		super(config);
		this.on('error', () => undefined);
	}
}

/** The `pg` that Sequelize is given (`dialectModule`): as it is, but with our Client. */
export const dialectModule: object = { ...pg, Client };
