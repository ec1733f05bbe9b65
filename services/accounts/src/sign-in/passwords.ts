import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind) with OWASP's figures. https://cheatsheetseries.owasp.org */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

// Made with the same figures, so that checking it costs what checking a real one costs.
let decoy: Promise<string> | undefined;

/** Takes as long when there is no hash to compare with. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await (decoy ??= hashPassword('nobody has this password'))), password);
  return stored !== undefined && fits;
}

/** So that the first question after a start takes no longer than the others. */
export const prepareDecoy = async (): Promise<void> => {
  await (decoy ??= hashPassword('nobody has this password'));
};
