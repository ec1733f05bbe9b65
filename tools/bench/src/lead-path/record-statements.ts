import { deserialize } from 'node:v8';
import { serviceNames } from '@desk/contracts';
import type { Stack, StackOptions } from '@desk/tool-start';
import { ask, askableOptions } from '../ask-process.js';
import type { RecordedStatement } from './recorder.js';

/** Returns the stack options with which the services can be recorded. */
export const recorderOptions = (stateDir: string): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> =>
  askableOptions(stateDir, new URL('recorder.js', import.meta.url));

/** Records the SQL statements that all services execute during `work`. */
export async function recordStatements(
  { services }: Stack,
  stateDir: string,
  work: () => Promise<void>,
): Promise<RecordedStatement[]> {
  const askAll = () =>
    Promise.all(serviceNames.flatMap((name) => services[name].map((copy) => ask(copy, stateDir))));
  await askAll();
  await work();
  return (await askAll()).flatMap((recording) => deserialize(recording) as RecordedStatement[]);
}
