import { readFileSync } from 'node:fs';

const MODULES = ['card-rules', 'card-form', 'authentication', 'stripe'];

/** Removes imports and exports from a module. The build may put a comment before either on the same line. */
export const toPlainScript = (source: string): string =>
  source
    .replaceAll(/\bimport \{[^;]*\} from ['"][^;]*;/g, '')
    .replaceAll(/\bexport (?=function|class)/g, '')
    .replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '');

/** Joins the modules into one plain script, which is how pages load Stripe.js. They are modules so that tests can import them. */
export function buildStripeScript(): string {
  const bodies = MODULES.map((name) =>
    toPlainScript(readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8')),
  );
  return `(() => {\n'use strict';\n${bodies.join('\n')}\n})();\n`;
}
