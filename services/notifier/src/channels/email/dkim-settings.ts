import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { string } from 'yup';
import { parseMailbox } from './mailbox.js';

interface DkimSettings {
  readonly DKIM_SELECTOR?: string | undefined;
  readonly DKIM_PRIVATE_KEY?: string | undefined;
  readonly DKIM_PRIVATE_KEY_FILE?: string | undefined;
  readonly DKIM_DOMAIN?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

export interface DkimKey {
  readonly domainName: string;
  readonly keySelector: string;
  readonly privateKey: string;
}

const DNS_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;
/** Receivers ignore shorter ones (RFC 8301). */
const MIN_RSA_BITS = 1_024;
const UNUSABLE = 'the DKIM key must be a readable RSA key of 1024 bits or more, in PEM';

/** An environment variable may hold line breaks as `\n`. */
const toPem = (value: string): string => value.replaceAll('\\n', '\n');
const readPem = (file: string): string => readFileSync(file, 'utf8');

function isUsableKey(read: () => string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(read());
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  } catch {
    return false;
  }
}

/** Whether a signature of this domain counts as the sender's (RFC 7489, relaxed alignment). */
function isAligned(domain: string, { MAIL_FROM }: DkimSettings): boolean {
  const sender = parseMailbox(MAIL_FROM)?.domain ?? '';
  return sender === domain || sender.endsWith(`.${domain}`);
}

function isComplete(selector: string | undefined, settings: DkimSettings): boolean {
  const { DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE, DKIM_DOMAIN } = settings;
  const keys = [DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE].filter((key) => key !== undefined).length;
  return selector === undefined ? keys === 0 && DKIM_DOMAIN === undefined : keys === 1;
}

const privateKey = (toText: (value: string) => string) =>
  string().test('key', UNUSABLE, (value) => value === undefined || isUsableKey(() => toText(value)));

/** Without them, emails are not signed here; the mail server may sign them. */
export const dkimSettings = {
  DKIM_SELECTOR: string()
    .matches(DNS_NAME, 'the DKIM selector must be a DNS name')
    .test(
      'complete',
      'DKIM_SELECTOR, and either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE, belong together',
      (value, { parent }) => isComplete(value, parent as DkimSettings),
    )
    .meta({
      description: 'The DKIM selector. Without it, emails are not signed here; the mail server may sign them',
    }),
  DKIM_PRIVATE_KEY: privateKey(toPem).meta({
    description: 'The RSA key that signs emails, in PEM; line breaks may be written as `\\n`',
  }),
  DKIM_PRIVATE_KEY_FILE: privateKey(readPem).meta({ description: 'The file with that key, instead' }),
  DKIM_DOMAIN: string()
    .matches(DNS_NAME, 'the DKIM domain must be a domain')
    .test(
      'aligned',
      'the DKIM domain must be that of MAIL_FROM, or one above it',
      (value, { parent }) => value === undefined || isAligned(value, parent as DkimSettings),
    )
    .meta({ description: 'The domain that signs. Default: the domain of MAIL_FROM' }),
};

/** Returns the key that signs emails; undefined if they are not signed. */
export function toDkimKey(settings: DkimSettings): DkimKey | undefined {
  const { DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE, DKIM_DOMAIN, MAIL_FROM } = settings;
  const domainName = DKIM_DOMAIN ?? parseMailbox(MAIL_FROM)?.domain;
  if (DKIM_SELECTOR === undefined || domainName === undefined) return undefined;
  const pem =
    DKIM_PRIVATE_KEY_FILE === undefined ? toPem(DKIM_PRIVATE_KEY ?? '') : readPem(DKIM_PRIVATE_KEY_FILE);
  return { domainName, keySelector: DKIM_SELECTOR, privateKey: pem };
}
