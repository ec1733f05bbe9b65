import { readFileSync } from 'node:fs';
import { stripeScript } from '../stripe-js/script.js';

interface PageFile {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Nothing that arrives may script the page: own files only, no inline script, mails in frames without rights. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const file = (text: string, type: string, more: Record<string, string> = {}): PageFile => ({
  text,
  headers: { 'content-type': `${type}; charset=utf-8`, ...more },
});

export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', file(read('./index.html'), 'text/html', { 'content-security-policy': POLICY })],
  ['/sandbox/page.css', file(read('./page.css'), 'text/css')],
  ['/sandbox/page.js', file(read('./page.js'), 'text/javascript')],
  ['/sandbox/rows.js', file(read('./rows.js'), 'text/javascript')],
  [
    '/js/stripe.js',
    file(stripeScript(), 'text/javascript', {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  ],
]);
