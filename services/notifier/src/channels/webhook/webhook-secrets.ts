import { randomBytes } from 'node:crypto';
import { PREVIOUS_SECRET_HOURS } from '@desk/contracts';
import { Webhook } from 'standardwebhooks';

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Beyond this, rotating again drops the oldest. Signatures would otherwise make the header longer and longer. */
const MAX_PREVIOUS = 4;

interface PreviousSecret {
  readonly secret: string;
  /** ISO 8601. */
  readonly validUntil: string;
}

export interface SigningSecrets {
  /** `whsec_` and 32 random bytes in base64, as Standard Webhooks writes them. */
  readonly secret: string;
  /**
   * Replaced secrets, newest first. Several, because an agent who did not get the answer replaces the secret again at
   * once.
   */
  readonly previous: readonly PreviousSecret[];
}

export interface WebhookSettings extends SigningSecrets {
  /** The endpoint's whole address, a secret: anybody who has it can often post there. */
  readonly address: string;
}

export const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const stillValid = ({ previous }: SigningSecrets, now: Date): PreviousSecret[] =>
  previous.filter(({ validUntil }) => Date.parse(validUntil) > now.getTime());

/** Replaces the secret. The one before stays valid for a day, so that the endpoint can change over. */
export function rotateSecret(
  settings: SigningSecrets,
  now: Date,
): SigningSecrets & { readonly previousValidUntil: string } {
  const previousValidUntil = new Date(now.getTime() + PREVIOUS_SECRET_HOURS * HOUR_MS).toISOString();
  const replaced = { secret: settings.secret, validUntil: previousValidUntil };
  const previous = [replaced, ...stillValid(settings, now)].slice(0, MAX_PREVIOUS);
  return { secret: createSecret(), previous, previousValidUntil };
}

/** Returns the headers of Standard Webhooks, with one signature for each valid secret. */
export function signMessage(
  settings: SigningSecrets,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const secrets = [settings.secret, ...stillValid(settings, now).map(({ secret }) => secret)];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
