import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { composeMail } from './compose-mail.js';
import { toDkimKey } from './dkim-settings.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const from = { name: 'Annuity Desk', address: 'leads@mail.desk.example', domain: 'mail.desk.example' };
const recipient = { address: 'agent@agency.example', messageId: '<delivery-abc@mail.desk.example>' };
const unsubscribeUrl = `https://desk.example/api/notices/unsubscribe?token=${'x'.repeat(120)}`;
const mail = {
  subject: 'Ein Lead für Zoë — jetzt',
  text: 'Text  with spaces \n\n\n',
  html: '<p>Größe</p>',
  unsubscribeUrl,
};
const dkimKey = toDkimKey({
  MAIL_FROM: 'Annuity Desk <leads@mail.desk.example>',
  DKIM_SELECTOR: 's1',
  DKIM_DOMAIN: 'desk.example',
  DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
});

const split = (message: string): { fields: string[]; body: string } => {
  const end = message.indexOf('\r\n\r\n');
  return { fields: message.slice(0, end).split(/\r\n(?![ \t])/), body: message.slice(end + 4) };
};
const canonicalField = (field: string): string => {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).toLowerCase().trim()}:${value}`;
};
const canonicalBody = (body: string): string =>
  body
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');

/** Verifies a signature as a receiver does (RFC 6376, relaxed/relaxed), with the key that DNS would answer. */
function verify(message: string): { isValid: boolean; tags: ReadonlyMap<string, string> } {
  const { fields, body } = split(message);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.replaceAll(/\s/g, ''))
      .filter((tag) => tag !== '')
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const bodyHash = createHash('sha256').update(canonicalBody(body), 'latin1').digest('base64');
  const signed = (tags.get('h') ?? '')
    .split(':')
    .map((name) => fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '')
    .map((field) => `${canonicalField(field)}\r\n`);
  const withoutValue = canonicalField(signature.replace(/(;\s*b=)[^;]*$/, '$1'));
  const verifier = createVerify('RSA-SHA256').update(signed.join('') + withoutValue, 'latin1');
  const isSigned = verifier.verify(publicKey, tags.get('b') ?? '', 'base64');
  return { isValid: isSigned && bodyHash === tags.get('bh'), tags };
}

/** As it is sent: the SMTP connection ends every line with CRLF. */
const compose = async (): Promise<string> =>
  (await composeMail({ from, dkimKey }, recipient, mail)).toString('latin1').replaceAll(/\r?\n/g, '\r\n');

describe('a composed email', () => {
  it('carries a valid signature of the domain under the selector', async () => {
    const { isValid, tags } = verify(await compose());
    expect(isValid).toBe(true);
    expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual(['desk.example', 's1', 'rsa-sha256']);
    for (const name of ['from', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
      expect(tags.get('h')?.split(':')).toContain(name);
  });

  it.each([
    ['the body', (message: string) => message.replace('with spaces', 'without spaces')],
    [
      'the sender',
      (message: string) => message.replace('leads@mail.desk.example', 'other@mail.desk.example'),
    ],
    ['the unsubscribe link', (message: string) => message.replace('api/notices', 'api/noticed')],
  ])('is no longer valid if somebody changes %s', async (_what, change) => {
    const message = await compose();
    expect(change(message)).not.toBe(message);
    expect(verify(change(message)).isValid).toBe(false);
  });

  it('is not signed without a key', async () => {
    const message = (await composeMail({ from, dkimKey: undefined }, recipient, mail)).toString('latin1');
    expect(message).not.toMatch(/dkim-signature/i);
  });

  it('offers one click to unsubscribe only where there is a link', async () => {
    const headersOf = async (content: typeof mail | Omit<typeof mail, 'unsubscribeUrl'>) =>
      split((await composeMail({ from, dkimKey }, recipient, content)).toString('latin1')).fields.map(
        canonicalField,
      );
    const headers = await headersOf(mail);
    expect(headers.map((header) => header.replaceAll(' ', ''))).toContain(
      `list-unsubscribe:<${unsubscribeUrl}>`,
    );
    expect(headers).toContain('list-unsubscribe-post:List-Unsubscribe=One-Click');
    const { subject, text, html } = mail;
    expect((await headersOf({ subject, text, html })).join('\n')).not.toContain('list-unsubscribe');
  });
});
