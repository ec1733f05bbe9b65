import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { Client, QueryResult } from 'pg';
import { Clock } from '@desk/tool-workload';
import { type RecordedStatement, recordingFiles } from './recorded-statement.js';

/**
 * Runs before a service (`node --import`). SIGUSR2 starts recording every SQL statement of the process, and the next
 * SIGUSR2 writes the recording to BENCH_RECORDING_DIR. Before and after, the database driver is not modified.
 */
const { BENCH_RECORDING_DIR: directory = '', BENCH_SERVICE: service = '' } = process.env;

type Query = (this: Client, ...args: unknown[]) => unknown;

const clock = new Clock();
let stopRecording: (() => void) | undefined;

process.on('SIGUSR2', () => {
  if (stopRecording) {
    stopRecording();
    stopRecording = undefined;
  } else void startRecording();
});

async function startRecording(): Promise<void> {
  // Not imported at the top: processes without a database never load the driver.
  const { default: pg } = await import('pg');
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const originalQuery = prototype.query;
  const statements: RecordedStatement[] = [];
  prototype.query = recordingQuery(originalQuery, statements);
  const files = recordingFiles(service);
  stopRecording = () => {
    prototype.query = originalQuery;
    const file = join(directory, files.statements);
    writeFileSync(`${file}.new`, serialize(statements));
    renameSync(`${file}.new`, file);
  };
  writeFileSync(join(directory, files.started), '');
}

/** The driver accepts a callback or returns a promise; both forms are in use. */
function recordingQuery(originalQuery: Query, statements: RecordedStatement[]): Query {
  return function query(...args) {
    const startedAt = clock.now();
    const record = (result: QueryResult<Record<string, unknown>>): void => {
      statements.push({
        service,
        connection: (this as Client & { readonly processID?: number }).processID ?? 0,
        startedAt,
        endedAt: clock.now(),
        ...readStatement(args),
        // Copies: the service may change its rows afterwards.
        rows: result.rows.map((row) => ({ ...row })),
        rowCount: result.rowCount ?? 0,
      });
    };
    const callbackIndex = args.findLastIndex((argument) => typeof argument === 'function');
    if (callbackIndex >= 0) {
      const callback = args[callbackIndex] as (error: unknown, result: never) => void;
      const recordAndCall = (error: unknown, result: never): void => {
        if (!error) record(result);
        callback(error, result);
      };
      return originalQuery.apply(this, args.with(callbackIndex, recordAndCall));
    }
    const result = originalQuery.apply(this, args);
    if (result instanceof Promise) result.then(record, () => undefined);
    return result;
  };
}

function readStatement([config, values]: readonly unknown[]): Pick<
  RecordedStatement,
  'text' | 'name' | 'values'
> {
  if (typeof config === 'string') return { text: config, values: toValues(values) };
  const { text, name, values: ownValues } = config as { text: string; name?: string; values?: unknown };
  return { text, ...(name === undefined ? {} : { name }), values: toValues(values ?? ownValues) };
}

const toValues = (values: unknown): unknown[] => (Array.isArray(values) ? [...(values as unknown[])] : []);
