import { randomBytes, randomInt } from 'node:crypto';
import { allRoles } from '@desk/service-kit';
import { addKey, generateKeys, generateRootKey, keepNewest, type RotatingKeys } from './key-rotation.js';

/** Services that encrypt personal data, each with its own keys. */
export const dataKeyServices = ['lead-router', 'notifier'] as const;
type DataKeyService = (typeof dataKeyServices)[number];
/** `id:base64,…` by service. The first key encrypts, all of them decrypt. */
type DataKeys = Readonly<Record<DataKeyService, string>>;

const mapKeys = (change: (service: DataKeyService) => string): DataKeys => ({
  'lead-router': change('lead-router'),
  notifier: change('notifier'),
});

export const generateDataKeys = (): DataKeys => mapKeys(() => generateRootKey('d1'));

/** Whether keys older than the newest are still configured. */
export const isRotatingData = (keys: DataKeys): boolean =>
  dataKeyServices.some((service) => keys[service].includes(','));

/**
 * Returns the keys with a new one in front of each list.
 *
 * @throws Error if the previous rotation is not finished
 */
export function rotateDataKeys(keys: DataKeys): DataKeys {
  if (isRotatingData(keys))
    throw new Error('The last rotation is not finished: run `npm run keys -- finish-data` first.');
  return mapKeys((service) => addKey(keys[service], 'd', generateRootKey));
}

export const keepNewestDataKeys = (keys: DataKeys): DataKeys =>
  mapKeys((service) => keepNewest(keys[service]));

/** Generated once for an installation and kept: later starts must open what earlier ones sealed. */
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

/** Returns a secret that needs no escaping in a URL. */
export const generateToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** 83 bits in groups of five digits, which are easy to read out and to type. Letters could spell a common password. */
const generatePassword = (): string =>
  Array.from({ length: 5 }, () => String(randomInt(100_000)).padStart(5, '0')).join('-');

export const generateSecrets = (): Secrets => ({
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
