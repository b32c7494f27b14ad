import { readFile } from 'node:fs/promises';
import { ValidationSeverity, type ValidatorSettings, validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { isAllowedLicense } from './sbom.ts';

const STRICT: ValidatorSettings = {
	deprecatedMaintainer: ValidationSeverity.ERROR,
	directiveCasing: ValidationSeverity.ERROR,
	emptyContinuationLine: ValidationSeverity.ERROR,
	instructionCasing: ValidationSeverity.ERROR,
	instructionCmdMultiple: ValidationSeverity.ERROR,
	instructionEntrypointMultiple: ValidationSeverity.ERROR,
	instructionHealthcheckMultiple: ValidationSeverity.ERROR,
	instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
	instructionWorkdirRelative: ValidationSeverity.ERROR,
};
const dockerfile = await readFile('Dockerfile', 'utf8');
const listProblems = (text: string) => validate(text, STRICT).map(({ message }) => message);

test('the Dockerfile has no mistakes', () => {
	expect(listProblems(dockerfile)).toEqual([]);
});

test.each([
	['EXPOSE', 'EXPSE'],
	['--interval', '--intervl'],
	[dockerfile.match(/^CMD .*$/m)?.[0] ?? '', "CMD ['node', './build/server/index.js']"],
	['WORKDIR /app', 'WORKDIR app'],
	['USER node', 'USER node\nCMD ["node"]'],
])('the check of the Dockerfile finds a mistake in %s', (right, wrong) => {
	expect(dockerfile).toContain(right);
	expect(listProblems(dockerfile.replace(right, wrong))).not.toEqual([]);
});

test('the image runs without root, with the Node of the build, and checks its health', () => {
	const [build = '', ...stages] = dockerfile.split(/^FROM /m).slice(1);
	const image = stages.at(-1) ?? '';
	expect(build).toMatch(/^node:24\.\d+\.\d+-bookworm-slim AS build$/m);
	// The same Debian, because Node uses its C++ library.
	expect(image).toMatch(/^debian:bookworm-slim\nCOPY --from=build \/usr\/local\/bin\/node /);
	expect(image).toMatch(/ --uid 1000 /);
	expect(image).toMatch(/^USER node$/m);
	expect(image).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
});

describe('licenses', () => {
	test.each([
		['MIT', true],
		['(MIT OR GPL-3.0-only)', true],
		['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
		['Apache-2.0 AND GPL-3.0-only', false],
		['AGPL-3.0-only', false],
		['no license', false],
	])('%s: %s', (expression, isAllowed) => {
		expect(isAllowedLicense(expression)).toBe(isAllowed);
	});
});
