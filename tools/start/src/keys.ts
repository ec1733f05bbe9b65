import { senderNames } from '@desk/contracts';
import { countSealedWithOther } from './count-sealed.js';
import {
  currentRootId,
  finishRotation,
  generateRootKey,
  isRotating,
  rotateKeys,
  toMessageKeys,
} from './key-rotation.js';
import { findRunningSystem, getStateDir } from './running-system.js';
import { loadSecrets, saveSecrets } from './secrets.js';

const USAGE = `Usage: npm run keys -- COMMAND
  rotate         adds new keys for messages and session cookies to the system that \`npm start\` runs
  finish         removes the keys before the newest, once nothing waits that they sealed
  generate ID    prints a root key, for an installation of your own
  derive NAME    prints the MESSAGE_KEYS of one service, derived from ROOT_KEYS (id:base64,id:base64)
Services use changed keys after their next start. See docs/operations/keys.md.`;

const stateDir = getStateDir(process.env);

function rotate(): string {
  saveSecrets(stateDir, { ...loadSecrets(stateDir), ...rotateKeys(loadSecrets(stateDir)) });
  return 'New keys are stored. Restart with `npm start`, and run `npm run keys -- finish` later.';
}

async function finish(): Promise<string> {
  const secrets = loadSecrets(stateDir);
  if (!isRotating(secrets)) return 'There are no older keys.';
  const { adminDatabaseUrl } = findRunningSystem(process.env);
  const waiting = await countSealedWithOther(adminDatabaseUrl, currentRootId(secrets));
  if (waiting > 0)
    throw new Error(`${waiting} messages sealed with older keys are still waiting. Try again later.`);
  saveSecrets(stateDir, finishRotation(secrets));
  return 'Older keys are removed. Restart with `npm start`. Sessions that an older key signed end with that.';
}

function derive(name: string | undefined): string {
  const sender = senderNames.find((known) => known === name);
  const rootKeys = process.env.ROOT_KEYS;
  if (!sender || !rootKeys) throw new Error(rootKeys ? `NAME is one of ${senderNames.join(', ')}.` : USAGE);
  return toMessageKeys({ rootKeys, jwtKeys: '' }, sender);
}

async function run([command, argument]: readonly string[]): Promise<string> {
  if (command === 'rotate') return rotate();
  if (command === 'finish') return finish();
  if (command === 'generate' && argument && /^[a-z0-9-]+$/.test(argument)) return generateRootKey(argument);
  if (command === 'derive') return derive(argument);
  throw new Error(USAGE);
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
