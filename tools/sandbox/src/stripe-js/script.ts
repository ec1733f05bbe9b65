import { readFileSync } from 'node:fs';

const parts = ['card-rules', 'card-form', 'authentication', 'stripe'];

/** A module's text without its imports and exports; the build may put a comment before either on the line. */
export const asPlainScript = (source: string): string =>
  source
    .replaceAll(/\bimport \{[^;]*\} from ['"][^;]*;/g, '')
    .replaceAll(/\bexport (?=function|class)/g, '')
    .replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '');

/** The parts are modules so that they can be tested; the page loads them as one plain script, as Stripe.js is. */
export function stripeScript(): string {
  const bodies = parts.map((part) =>
    asPlainScript(readFileSync(new URL(`./${part}.js`, import.meta.url), 'utf8')),
  );
  return `(() => {\n'use strict';\n${bodies.join('\n')}\n})();\n`;
}
