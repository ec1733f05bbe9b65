import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRoles } from '@desk/service-kit';

/** Made once for each installation and kept, so that a second start can read what the first one sealed. */
export interface Secrets {
  /** 32 bytes in base64: what lies in Redis is sealed with it. */
  messageKey: string;
  jwtSecret: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  funnelKey: string;
  adminPassword: string;
  agentPassword: string;
  databasePasswords: Record<string, string>;
}

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url');

// Easy to read out and to type, and long enough: 80 bits.
const readable = (): string => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-');

const fresh = (): Secrets => ({
  messageKey: randomBytes(32).toString('base64'),
  jwtSecret: random(48),
  stripeSecretKey: `sk_test_sandbox${randomBytes(16).toString('hex')}`,
  stripePublishableKey: `pk_test_sandbox${randomBytes(16).toString('hex')}`,
  stripeWebhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
  funnelKey: `fnl_${random()}`,
  adminPassword: readable(),
  agentPassword: readable(),
  databasePasswords: Object.fromEntries(allRoles.map((role) => [role, random(24)])),
});

/** Reads the secrets of this installation; what is missing, as after an update, is made and written down. */
export function loadSecrets(stateDir: string): Secrets {
  const file = join(stateDir, 'secrets.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const made = fresh();
  const secrets: Secrets = {
    ...made,
    ...known,
    databasePasswords: { ...made.databasePasswords, ...known.databasePasswords },
  };
  const wanted = `${JSON.stringify(secrets, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(`${file}.new`, wanted, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return secrets;
}
