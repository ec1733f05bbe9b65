import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStateFolder, PRIVATE_FILE } from '@desk/embedded-servers';
import { allRoles } from '@desk/service-kit';
import { type DataKeys, generateDataKeys } from './data-keys.js';
import { generateKeys, type RotatingKeys } from './key-rotation.js';

/** Generated on the first start of an installation and kept: later starts must open what earlier ones sealed. */
export interface Secrets extends RotatingKeys {
  /** Encrypts the secrets of authenticator apps: 32 bytes in base64. */
  credentialKey: string;
  /** `id:base64,…` of each service that stores personal data: the first key encrypts, all of them decrypt. */
  dataKeys: DataKeys;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  funnelKey: string;
  adminPassword: string;
  agentPassword: string;
  databasePasswords: Record<string, string>;
}

const generateToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** 80 bits in groups of five digits, which are easy to read out and to type. */
const generatePassword = (): string => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-');

const generateSecrets = (): Secrets => ({
  ...generateKeys(),
  credentialKey: randomBytes(32).toString('base64'),
  dataKeys: generateDataKeys(),
  stripeSecretKey: `sk_test_sandbox${randomBytes(16).toString('hex')}`,
  stripePublishableKey: `pk_test_sandbox${randomBytes(16).toString('hex')}`,
  stripeWebhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
  funnelKey: `fnl_${generateToken()}`,
  adminPassword: generatePassword(),
  agentPassword: generatePassword(),
  databasePasswords: Object.fromEntries(allRoles.map((role) => [role, generateToken(24)])),
});

export const secretsFile = (stateDir: string): string => join(stateDir, 'secrets.json');

/** Reads the secrets of this installation. Generates and stores those that are missing, for example after an update. */
export function loadSecrets(stateDir: string): Secrets {
  const file = secretsFile(stateDir);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const known = JSON.parse(stored) as Partial<Secrets>;
  const generated = generateSecrets();
  const secrets: Secrets = {
    ...generated,
    ...known,
    databasePasswords: { ...generated.databasePasswords, ...known.databasePasswords },
    dataKeys: { ...generated.dataKeys, ...known.dataKeys },
  };
  if (toText(secrets) !== stored) saveSecrets(stateDir, secrets);
  chmodSync(file, PRIVATE_FILE.mode);
  return secrets;
}

const toText = (secrets: Secrets): string => `${JSON.stringify(secrets, null, 2)}\n`;

/** Replaces the stored secrets at once, so that a crash leaves either the old ones or the new ones. */
export function saveSecrets(stateDir: string, secrets: Secrets): void {
  const file = secretsFile(stateDir);
  createStateFolder(stateDir);
  writeFileSync(`${file}.new`, toText(secrets), PRIVATE_FILE);
  renameSync(`${file}.new`, file);
}
