import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with the parameters that OWASP recommends. https://cheatsheetseries.owasp.org */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One text for all ways in which keyboards compose the same characters, as NIST SP 800-63B section 3.1.1.2 asks. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  hash(normalizePassword(password), ARGON2_OPTIONS);

/** Stored for an account that no password opens. */
export const NO_PASSWORD = '';

let decoyHash: Promise<string> | undefined;
const getDecoyHash = (): Promise<string> => (decoyHash ??= hashPassword('no account has this password'));

/**
 * Compares a password with the stored hash. Without one, or with `NO_PASSWORD`, it compares with a decoy of the same
 * cost, so that the response time does not reveal whether an account exists.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const isKnown = storedHash !== undefined && storedHash !== NO_PASSWORD;
  const isRight = await verify(isKnown ? storedHash : await getDecoyHash(), normalizePassword(password));
  return isKnown && isRight;
}

/** Hashes the decoy at startup. Otherwise the first sign-in to an unknown account would take measurably longer. */
export async function prepareDecoyHash(): Promise<void> {
  await getDecoyHash();
}
