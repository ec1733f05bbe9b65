import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { readComposeFile } from '../../test/compose-file.js';
import { repositoryFolder } from '../../test/documents.js';

const dockerfile = readFileSync(`${repositoryFolder}Dockerfile`, 'utf8');
/** The folders that the image gets from the build. */
const packages = /for package in ((?:[\w/-]+|\\\s)(?: +(?:[\w/-]+|\\\s))*); do/
  .exec(dockerfile.replaceAll('\\\n', ' ').replaceAll(/ +/g, ' '))?.[1]
  ?.split(' ');
const programs = Object.entries(readComposeFile()).flatMap(([name, { command = [] }]) =>
  command.filter((word) => word.endsWith('.js')).map((program) => [name, program] as const),
);

it.each([...programs, ['the pod of Kubernetes', 'tools/privacy/dist/main.js'] as const])(
  '%s finds its program in the image',
  (_name, program) => {
    expect(packages).toContain(program.split('/dist/')[0]);
  },
);

it('contains no tool that needs the launcher to start, which the image lacks', () => {
  const tools = packages?.filter((name) => name.startsWith('tools/')) ?? [];
  const loading = tools
    .flatMap((tool) => globSync(`${tool}/src/**/*.ts`, { cwd: repositoryFolder }))
    .filter((file) => !file.endsWith('.spec.ts'))
    .filter((file) =>
      /^import (?!type )[^;]*'@desk\/(tool-start|testing)'/m.test(
        readFileSync(`${repositoryFolder}${file}`, 'utf8'),
      ),
    );
  expect(tools.length).toBeGreaterThan(0);
  expect(loading).toEqual([]);
});
