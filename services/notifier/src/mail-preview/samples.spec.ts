import { describe, expect, it } from '@jest/globals';
import { accountMailSubjects } from '../account-mail/account-mails.js';
import { toPreviewFiles } from './preview-files.js';
import { mailSamples } from './samples.js';

/** Gmail cuts off longer emails, with the footer. */
const GMAIL_LIMIT_BYTES = 100_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescape = (markup: string): string =>
  markup.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name] ?? '');
const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns each piece of visible text. The line that inboxes preview joins several with ` · `. */
const listTexts = (markup: string): string[] =>
  markup
    .replaceAll(/<head>[^]*<\/head>/g, '')
    .split(/<[^>]+>| · /)
    .map((piece) => toLine(unescape(piece)))
    .filter((piece) => piece !== '');
const listLinks = (markup: string): string[] =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescape(href));

it('includes every subject that an email about an account can have', () => {
  const names = mailSamples.map(({ name }) => name).join(' ');
  // Its samples are `integration-active` and `integration-declined`.
  const subjects = accountMailSubjects.filter((subject) => subject !== 'integration-resolved');
  expect(subjects.filter((subject) => !names.includes(subject))).toEqual([]);
});

it('names each sample once', () => {
  expect(new Set(mailSamples.map(({ name }) => name)).size).toBe(mailSamples.length);
});

it('previews each sample in both color schemes and as text', () => {
  const files = toPreviewFiles(mailSamples);
  expect(files.size).toBe(1 + 3 * mailSamples.length);
  expect(files.get('lead.dark.html')).toContain('@media all {');
  expect(files.get('lead.light.html')).toContain('@media not all {');
});

describe.each(mailSamples)('the email $name', ({ mail, isOptional }) => {
  it('is shorter than what Gmail shows', () => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(GMAIL_LIMIT_BYTES);
  });

  it('loads nothing from the network and tracks nobody', () => {
    expect(mail.html).not.toMatch(
      /<(img|link|script|iframe|video|object|embed)\b|url\(|@import|src=|@font-face/i,
    );
    const foreign = listLinks(mail.html).filter(
      (href) => !/^(https:\/\/desk\.example\/|tel:|mailto:)/.test(href),
    );
    // Only what the funnel sent with the lead.
    expect(foreign.filter((href) => !/trustedform|retiresafe/.test(href))).toEqual([]);
  });

  it('has no placeholder that was not filled', () => {
    for (const text of [mail.subject, mail.text, mail.html])
      expect(text).not.toMatch(/undefined|\[object|NaN|Invalid Date|\{\{|\}\}|\$\{/);
  });

  it('has everything in the text that the HTML has', () => {
    const text = toLine(mail.text).toLowerCase();
    expect(listTexts(mail.html).filter((piece) => !text.includes(piece.toLowerCase()))).toEqual([]);
    expect(listLinks(mail.html).filter((href) => !mail.text.includes(href))).toEqual([]);
  });

  it('adapts to phones and to dark mode', () => {
    expect(mail.html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />');
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  it('has a link to turn it off if and only if it may be turned off', () => {
    expect(mail.unsubscribeUrl !== undefined).toBe(isOptional);
    expect(mail.text.includes('Turn off emails of this kind')).toBe(isOptional);
  });
});
