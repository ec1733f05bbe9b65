import { text } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { withDataSource } from './data-source.js';

/**
 * Runs a command-line program on one schema: reads a request as JSON from standard input and prints the answer as JSON.
 * Requests hold personal data, which must not appear in the list of processes. DATABASE_URL connects as the service.
 */
export async function runDatabaseCommand<Request>(
  schema: string,
  run: (dataSource: DataSource, request: Request) => Promise<object>,
): Promise<void> {
  try {
    const url = process.env['DATABASE_URL'];
    if (!url) throw new Error('DATABASE_URL is missing');
    const request = JSON.parse(await text(process.stdin)) as Request;
    const settings = { url, schema, entities: [], poolSize: 1 };
    const answer = await withDataSource(settings, (dataSource) => run(dataSource, request));
    process.stdout.write(JSON.stringify(answer));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
