import { type APIResponse, expect } from '@playwright/test';
import { z } from 'zod';

/** Every refusal of /api (wire.md, "Error"). */
const errorSchema = z.object({
	error: z.string().min(1),
	fieldErrors: z.record(z.string(), z.array(z.string().min(1))).optional(),
});

/**
 * Holds an answer against its schema to the letter: zod leaves unknown fields out of what it answers, at every depth,
 * so one that the schema lacks makes the two differ.
 */
export async function expectShape<T extends z.ZodType>(
	answer: APIResponse,
	status: number,
	schema: T,
): Promise<z.output<T>> {
	expect(answer.headers()['content-type']).toContain('application/json');
	const body: unknown = await answer.json();
	expect({ status: answer.status(), body }).toEqual({ status, body: schema.parse(body) });
	return schema.parse(body);
}

/** Holds a refusal against its status and the error's shape; nothing of the machinery may shine through. */
export async function expectRefusal(
	answer: APIResponse,
	status: number,
): Promise<z.output<typeof errorSchema>> {
	const body = await expectShape(answer, status, errorSchema);
	expect(body.error).not.toMatch(/\bselect\b.*\bfrom\b|insert into|node_modules|\n\s+at /i);
	return body;
}
