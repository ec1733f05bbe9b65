import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryFolder } from '../test/documents.js';

const documents = globSync(['*.md', 'docs/**/*.md', 'tools/*/README.md'], { cwd: repositoryFolder });
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g;

const read = (path: string): string => readFileSync(join(repositoryFolder, path), 'utf8');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const isBroken = (path: string, anchor: string | undefined): boolean =>
  !existsSync(join(repositoryFolder, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor));

it.each(documents)('%s links to files and headings that exist', (document) => {
  const broken = [...read(document).matchAll(LINK)]
    .filter(([, file = '', anchor]) =>
      isBroken(file === '' ? document : join(dirname(document), file), anchor),
    )
    .map(([link]) => link);
  expect(broken).toEqual([]);
});

const PATH = /`((?:services|libs|tools|web|e2e|docker|k8s|docs)\/[^`\s]*)`/g;

it.each(documents)('%s names files that exist', (document) => {
  const missing = [...read(document).matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<…]|\/dist\//.test(path) && globSync(path, { cwd: repositoryFolder }).length === 0);
  expect(missing).toEqual([]);
});

const sources = globSync(
  [
    '{services,libs,tools,k8s,docker,web,e2e}/**/*.{ts,tsx,mjs,sql,yaml,yml,env}',
    '*.{js,yml}',
    'docs/**/*.md',
  ],
  { cwd: repositoryFolder, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
).map((path) => ({ path, text: read(path) }));

it('every page that the code names exists, with its heading', () => {
  const broken = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?<!\/)(docs\/[\w/-]+\.md|SECURITY\.md)(?:#([\w-]+))?/g)]
      .filter(([, file = '', anchor]) => isBroken(file, anchor))
      .map(([mention]) => `${path}: ${mention}`),
  );
  expect(broken).toEqual([]);
});

it('every decision that the code names has a page', () => {
  const pages = new Set(
    globSync('docs/adr/*.md', { cwd: repositoryFolder }).map((path) => Number(/\d+/.exec(path)?.[0])),
  );
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bADR (\d+)/g)]
      .filter(([, number = '']) => number.startsWith('0') || !pages.has(Number(number)))
      .map(([mention]) => `${path}: ${mention}`),
  );
  expect(pages.size).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
