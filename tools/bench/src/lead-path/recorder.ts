import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { Client } from 'pg';
import { Clock } from '@desk/tool-workload';

/** A statement that a service executed, with its parameters. Times are milliseconds since the epoch. */
export interface RecordedStatement {
  readonly service: string;
  /** Process id of the database connection. */
  readonly connection: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly text: string;
  readonly values: readonly unknown[];
}

const { BENCH_SERVICE: service = '', BENCH_RECORDINGS: folder = '' } = process.env;
const file = join(folder, String(process.pid));

type Query = (this: Client, ...args: unknown[]) => unknown;

const clock = new Clock();
let stopRecording: (() => RecordedStatement[]) | undefined;

/**
 * Loaded before a service. The first SIGUSR2 starts recording every SQL statement of the process, the next one ends it. Each
 * writes a file: empty at the start, the recording at the end. While nothing is recorded, the driver is not modified.
 */
async function toggleRecording(): Promise<void> {
  const recording = stopRecording?.();
  stopRecording = recording ? undefined : await startRecording();
  writeFileSync(`${file}.new`, serialize(recording ?? []));
  renameSync(`${file}.new`, file);
}
process.on('SIGUSR2', () => void toggleRecording());

async function startRecording(): Promise<() => RecordedStatement[]> {
  // Not imported at the top: processes without a database never load the driver.
  const { default: pg } = await import('pg');
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const originalQuery = prototype.query;
  const statements: RecordedStatement[] = [];
  prototype.query = recordingQuery(originalQuery, statements);
  return () => {
    prototype.query = originalQuery;
    return statements;
  };
}

/** The driver accepts a callback or returns a promise; both forms are in use. */
function recordingQuery(originalQuery: Query, statements: RecordedStatement[]): Query {
  return function query(...args) {
    const startedAt = clock.now();
    const record = (): void => {
      statements.push({
        service,
        connection: (this as Client & { readonly processID?: number }).processID ?? 0,
        startedAt,
        endedAt: clock.now(),
        ...readStatement(args),
      });
    };
    const callbackIndex = args.findLastIndex((argument) => typeof argument === 'function');
    if (callbackIndex >= 0) {
      const callback = args[callbackIndex] as (error: unknown, result: never) => void;
      const recordAndCall = (error: unknown, result: never): void => {
        if (!error) record();
        callback(error, result);
      };
      return originalQuery.apply(this, args.with(callbackIndex, recordAndCall));
    }
    const result = originalQuery.apply(this, args);
    if (result instanceof Promise) result.then(record, () => undefined);
    return result;
  };
}

function readStatement([config, values]: readonly unknown[]): Pick<RecordedStatement, 'text' | 'values'> {
  if (typeof config === 'string') return { text: config, values: toValues(values) };
  const { text, values: ownValues } = config as { text: string; values?: unknown };
  return { text, values: toValues(values ?? ownValues) };
}

const toValues = (values: unknown): unknown[] => (Array.isArray(values) ? [...(values as unknown[])] : []);
