import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '~/database/client.ts';
import { type StreamingPair, startStreamingPair } from '~/tests/support/streaming-pair.ts';

let pair: StreamingPair;
beforeAll(async () => {
	pair = await startStreamingPair({ synchronous: true });
}, 120_000);
afterAll(() => pair?.close());

async function read(url: string, sql: string): Promise<unknown[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
	} finally {
		await client.end();
	}
}

it('copies commits to a standby that can lag, and that takes over after a crash without loss', async () => {
	await read(pair.primaryUrl, 'CREATE TABLE notes (text text)');
	await pair.waitForReplay();
	await expect(read(pair.standbyUrl, `INSERT INTO notes VALUES ('refused')`)).rejects.toThrow('read-only');
	await pair.pauseReplay();
	await read(pair.primaryUrl, `INSERT INTO notes VALUES ('late')`);
	expect(await read(pair.standbyUrl, 'SELECT text FROM notes')).toEqual([]);
	await pair.resumeReplay();
	await pair.waitForReplay();
	expect(await read(pair.standbyUrl, 'SELECT text FROM notes')).toEqual(['late']);

	await read(pair.primaryUrl, `INSERT INTO notes VALUES ('last')`);
	await pair.killPrimary();
	await pair.promote();
	await read(pair.standbyUrl, `INSERT INTO notes VALUES ('after')`);
	expect(await read(pair.standbyUrl, 'SELECT text FROM notes')).toEqual(['late', 'last', 'after']);
});
