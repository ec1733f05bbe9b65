import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { serviceNames } from '@desk/contracts';
import type { Stack, StackOptions } from '@desk/tool-start';
import { waitForFile } from '../wait-for-file.js';
import { type RecordedStatement, recordingFiles } from './recorded-statement.js';

const recordingDir = (stateDir: string): string => join(stateDir, 'recording');

/** Returns the stack options with which the services can be recorded. */
export function recorderOptions(stateDir: string): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> {
  const directory = recordingDir(stateDir);
  mkdirSync(directory, { recursive: true });
  return {
    nodeArgs: ['--import', new URL('recorder.js', import.meta.url).href],
    extraEnv: (name) => ({ BENCH_RECORDING_DIR: directory, BENCH_SERVICE: name }),
  };
}

/** Records the SQL statements that all services execute during `work`. */
export async function recordStatements(
  stack: Stack,
  stateDir: string,
  work: () => Promise<void>,
): Promise<RecordedStatement[]> {
  const directory = recordingDir(stateDir);
  await signalServices(stack, directory, 'started');
  await work();
  await signalServices(stack, directory, 'statements');
  return serviceNames.flatMap((service) => {
    const file = join(directory, recordingFiles(service).statements);
    return deserialize(readFileSync(file)) as RecordedStatement[];
  });
}

/** Signals every service and waits for the file with which it responds. */
async function signalServices(
  { services }: Stack,
  directory: string,
  response: 'started' | 'statements',
): Promise<void> {
  await Promise.all(
    serviceNames.map(async (service) => {
      const pid = services[service][0]?.pid;
      if (pid === undefined) throw new Error(`${service} is not running, so it cannot be recorded`);
      process.kill(pid, 'SIGUSR2');
      const file = join(directory, recordingFiles(service)[response]);
      await waitForFile(file, `${service} did not respond to the recording signal`);
    }),
  );
}
