import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with the parameters that OWASP recommends. https://cheatsheetseries.owasp.org */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2_OPTIONS);

let decoyHash: Promise<string> | undefined;
const getDecoyHash = (): Promise<string> => (decoyHash ??= hashPassword('no account has this password'));

/**
 * Compares a password with the stored hash. Without one it compares with a decoy of the same cost, so that the
 * response time does not reveal whether an account exists.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await getDecoyHash()), password);
  return storedHash !== undefined && matches;
}

/** Hashes the decoy at startup. Otherwise the first sign-in to an unknown account would take measurably longer. */
export async function prepareDecoyHash(): Promise<void> {
  await getDecoyHash();
}
