import { brand } from '@desk/contracts';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Codes of the previous and the next step are accepted too, because clocks differ. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** RFC 6238 with the parameters that every authenticator app supports. */
const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({
    issuer: brand,
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Returns a new secret in base32. */
export const createAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth://` URI that apps read from a QR code. */
export const toAppUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns the time step that `code` belongs to; null if it is not valid now. */
export function findStep(secret: string, code: string, nowMs = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta;
}

/** Returns the code of the step at `nowMs`, as an app shows it. */
export const codeAt = (secret: string, nowMs: number): string =>
  totpOf(secret).generate({ timestamp: nowMs });
