import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStateFolder, PRIVATE_FILE } from '@desk/embedded-servers';
import { generateSecrets, type Secrets } from '@desk/tool-setup';

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
  // On disk before it has its name: after a power loss, the file must not be empty.
  writeFileSync(`${file}.new`, toText(secrets), { ...PRIVATE_FILE, flush: true });
  renameSync(`${file}.new`, file);
}
