import { type APIResponse, expect } from '@playwright/test';
import { z } from 'zod';

/** The schema of every refusal of /api. */
const errorSchema = z.object({
	error: z.string().min(1),
	fieldErrors: z.record(z.string(), z.array(z.string().min(1))).optional(),
});

/**
 * Checks the status and the exact shape of a response and returns its parsed body. zod drops unknown fields
 * at every depth, so a field that the schema lacks makes the two bodies differ.
 */
export async function expectShape<T extends z.ZodType>(
	response: APIResponse,
	status: number,
	schema: T,
): Promise<z.output<T>> {
	expect(response.headers()['content-type']).toContain('application/json');
	const body: unknown = await response.json();
	expect({ status: response.status(), body }).toEqual({ status, body: schema.parse(body) });
	return schema.parse(body);
}

/**
 * Checks the status and the shape of a refusal and returns its body. The text must reveal no SQL, paths or
 * stack traces.
 */
export async function expectRefusal(
	response: APIResponse,
	status: number,
): Promise<z.output<typeof errorSchema>> {
	const body = await expectShape(response, status, errorSchema);
	expect(body.error).not.toMatch(/\bselect\b.*\bfrom\b|insert into|node_modules|\n\s+at /i);
	return body;
}
