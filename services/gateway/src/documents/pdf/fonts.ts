import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const readFont = (weight: string): Buffer =>
  readFileSync(resolve(`source-sans/TTF/SourceSans3-${weight}.ttf`));

/** The site's own typeface. It covers Latin, Greek and Cyrillic; the fonts built into PDF readers cover Western Europe only. */
export const fonts = { regular: readFont('Regular'), bold: readFont('Semibold') } as const;
