import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = fileURLToPath(new URL('../../../', import.meta.url));

export interface CodeBlock {
  readonly document: string;
  readonly language: string;
  readonly text: string;
}

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: repositoryFolder }).sort();

/** Code blocks, also those in lists, of everything that operators read. */
export const codeBlocks: readonly CodeBlock[] = documents.flatMap((document) =>
  [...readFileSync(repositoryFolder + document, 'utf8').matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(
    ([, language = '', text = '']) => ({ document, language, text }),
  ),
);
