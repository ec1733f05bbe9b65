import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { serviceNames } from '@desk/contracts';
import type { ManagedProcess, Stack, StackOptions } from '@desk/tool-start';
import type { RecordedStatement } from './recorder.js';

const TIMEOUT_MS = 10_000;
const POLL_MS = 10;

const folderOf = (stateDir: string): string => join(stateDir, 'recordings');

/** Returns the stack options with which each service runs the recorder first. */
export function recorderOptions(stateDir: string): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> {
  mkdirSync(folderOf(stateDir), { recursive: true });
  return {
    nodeArgs: ['--import', new URL('recorder.js', import.meta.url).href],
    extraEnv: (name) => ({ BENCH_RECORDINGS: folderOf(stateDir), BENCH_SERVICE: name }),
  };
}

/** Records the SQL statements that all services execute during `work`. */
export async function recordStatements(
  { services }: Stack,
  stateDir: string,
  work: () => Promise<void>,
): Promise<RecordedStatement[]> {
  const signalAll = () =>
    Promise.all(serviceNames.flatMap((name) => services[name].map((copy) => signalRecorder(copy, stateDir))));
  await signalAll();
  await work();
  return (await signalAll()).flatMap((recording) => deserialize(recording) as RecordedStatement[]);
}

/** Signals the recorder of a service, and returns the content of the file it writes. */
async function signalRecorder({ name, pid }: ManagedProcess, stateDir: string): Promise<Buffer> {
  if (pid === undefined) throw new Error(`${name} is not running, so it cannot record`);
  const file = join(folderOf(stateDir), String(pid));
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = Date.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(`${name} did not answer`);
    await pause(POLL_MS);
  }
  return readFileSync(file);
}
