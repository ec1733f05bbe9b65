import { senderNames } from '@desk/contracts';
import { countSealedWithOther } from './count-sealed.js';
import {
  currentRootId,
  dataKeyServices,
  finishRotation,
  generateRootKey,
  isRotating,
  isRotatingData,
  keepNewestDataKeys,
  rotateDataKeys,
  rotateKeys,
  toMessageKeys,
} from '@desk/tool-setup';
import { findRunningSystem, getStateDir, hasOlderKeys } from './running-system.js';
import { loadSecrets, saveSecrets } from './secrets.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getServiceCliEnv } from './service-cli-env.js';

const USAGE = `Usage: npm run keys -- COMMAND
  rotate         adds new keys for messages and session cookies to the system that \`npm start\` runs
  finish         removes the older keys, once no message that they sealed is waiting
  rotate-data    adds new keys for stored personal data
  reencrypt      converts stored data to the newest keys and prints its progress; may be repeated
  finish-data    does the same, then removes the older keys
  generate ID    prints a root key, for an installation of your own
  derive NAME    prints the MESSAGE_KEYS of one service, derived from ROOT_KEYS (id:base64,id:base64)
Services use changed keys after their next start. See docs/operations/keys.md.`;

const stateDir = getStateDir(process.env);

/** A service that has not restarted seals with older keys, and cannot read what the newest ones encrypt. */
function assertRestarted(): void {
  if (hasOlderKeys(stateDir)) throw new Error('Keys have changed: restart with `npm start` first.');
}

function rotate(): string {
  saveSecrets(stateDir, rotateKeys(loadSecrets(stateDir)));
  return 'New keys are stored. Restart with `npm start`, and run `npm run keys -- finish` later.';
}

async function finish(): Promise<string> {
  const secrets = loadSecrets(stateDir);
  if (!isRotating(secrets)) return 'There are no older keys.';
  assertRestarted();
  const { adminDatabaseUrl } = findRunningSystem(process.env);
  const waiting = await countSealedWithOther(adminDatabaseUrl, currentRootId(secrets));
  if (waiting > 0)
    throw new Error(`${waiting} messages sealed with older keys are still waiting. Try again later.`);
  saveSecrets(stateDir, finishRotation(secrets));
  return 'Older keys are removed. Restart with `npm start`, which ends the sessions that an older key signed.';
}

function rotateData(): string {
  const secrets = loadSecrets(stateDir);
  saveSecrets(stateDir, { ...secrets, dataKeys: rotateDataKeys(secrets.dataKeys) });
  return 'New keys are stored. Restart with `npm start`, then run `npm run keys -- reencrypt`.';
}

async function convertData(): Promise<string> {
  if (!(await reencrypt())) throw new Error('Some rows are left. Run the command again later.');
  return isRotatingData(loadSecrets(stateDir).dataKeys)
    ? 'After 30 days, run `npm run keys -- finish-data` to remove the older keys.'
    : 'All stored data is encrypted with the newest keys.';
}

async function finishData(): Promise<string> {
  const secrets = loadSecrets(stateDir);
  if (!isRotatingData(secrets.dataKeys)) return 'There are no older keys.';
  if (!(await reencrypt()))
    throw new Error('Some rows still need an older key. Run the command again later.');
  saveSecrets(stateDir, { ...secrets, dataKeys: keepNewestDataKeys(secrets.dataKeys) });
  return 'Older keys are removed. Restart with `npm start`.';
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
  if (command === 'rotate-data') return rotateData();
  if (command === 'reencrypt') return convertData();
  if (command === 'finish-data') return finishData();
  if (command === 'generate' && argument && /^[a-z0-9-]+$/.test(argument)) return generateRootKey(argument);
  if (command === 'derive') return derive(argument);
  throw new Error(USAGE);
}

/** The program's exit code when rows are left. */
const UNFINISHED = 3;

/** Runs the program of each service that converts its data to the newest key. Returns false if rows are left. */
async function reencrypt(): Promise<boolean> {
  assertRestarted();
  const codes = await Promise.all(
    dataKeyServices.map(async (service) => {
      const file = new URL(`../../../services/${service}/dist/cli/keys-cli.js`, import.meta.url);
      const child = spawn(process.execPath, [fileURLToPath(file)], {
        env: { ...process.env, ...getServiceCliEnv(service, process.env) },
        stdio: 'inherit',
      });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0 && code !== UNFINISHED)
        throw new Error(`The data of ${service} could not be converted.`);
      return code;
    }),
  );
  return codes.every((code) => code === 0);
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
