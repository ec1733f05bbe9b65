import { readFileSync } from 'node:fs';
import { buildStripeScript } from '../stripe-js/script.js';

interface PageFile {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Keeps received content from running scripts: own files only, no inline scripts, emails in sandboxed frames. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const file = (text: string, type: string, headers: Record<string, string> = {}): PageFile => ({
  text,
  headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
});

export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', file(read('./index.html'), 'text/html', { 'content-security-policy': CONTENT_SECURITY_POLICY })],
  ['/sandbox/page.css', file(read('./page.css'), 'text/css')],
  ['/sandbox/mailbox.css', file(read('./mailbox.css'), 'text/css')],
  ['/sandbox/page.js', file(read('./page.js'), 'text/javascript')],
  ['/sandbox/rows.js', file(read('./rows.js'), 'text/javascript')],
  [
    '/js/stripe.js',
    file(buildStripeScript(), 'text/javascript', {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  ],
]);
