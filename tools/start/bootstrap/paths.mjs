import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const binDir = join(root, 'node_modules', '.bin');
export const stateDir = join(root, '.state');
export const logsDir = join(stateDir, 'logs');

const PINNED_NODE_MAJOR = 24;

/** The pinned Node where npm has one for this platform, else this machine's own if it is new enough. */
export function findNode() {
  const pinned = join(binDir, 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_NODE_MAJOR) return process.execPath;
  throw new Error(
    `Install Node ${PINNED_NODE_MAJOR} or newer (this is ${process.version}): https://nodejs.org`,
  );
}

/** Creates the folder of data and logs. Others cannot list it, but PostgreSQL's user can reach its data below. */
export function createStateDir() {
  mkdirSync(stateDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  mkdirSync(logsDir, { recursive: true, mode: 0o700 });
}

/** Puts the installed programs first on the PATH, the pinned Node among them. */
export const childEnv = () => ({ ...process.env, PATH: `${binDir}${delimiter}${process.env.PATH ?? ''}` });
