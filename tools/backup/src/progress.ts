import type { TableProgress } from './file/records.js';

export const printTable = ({ schema, table, rows }: TableProgress): void =>
  console.log(`  ${schema}.${table}  ${rows} rows`);

/** A host with two addresses that both refuse is one error without a message, with an error for each. */
export function toMessage(error: unknown): string {
  if (error instanceof AggregateError) return (error.errors as unknown[]).map(toMessage).join('\n');
  return error instanceof Error ? error.message : String(error);
}

/** Prints what went wrong and sets the exit code. */
export function fail(error: unknown): void {
  console.error(toMessage(error));
  process.exitCode = 1;
}

/** The version in package.json at the root. */
export async function readRelease(): Promise<string> {
  const { default: manifest } = (await import('../../../package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  return manifest.version;
}
