import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/**
 * Marks a statement of a busy path: each connection parses and plans it once and then only runs it. For texts that
 * are the same at every call and that find their rows by key; never for a search, whose best plan hangs on its values,
 * nor for a sweep, whose best plan hangs on how full the table is.
 */
export function prepared(sql: string): string {
  names.set(sql, `desk_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`);
  return sql;
}

/** What a pooler that shares connections, or a column whose type has changed, makes of a kept statement. */
const UNUSABLE = new Set(['26000', '42P05', '0A000']);

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/** A connection that keeps the marked statements. When the server refuses one, it keeps none from then on. */
export class PreparingClient extends pg.Client {
  private keeps = true;

  override query: pg.Client['query'] = ((config: unknown, values?: unknown, callback?: unknown) => {
    const run = super.query.bind(this) as Query;
    const name = this.keeps && typeof config === 'string' ? names.get(config) : undefined;
    if (name === undefined) return run(config, values, callback);
    const result = run({ name, text: config }, values, callback);
    return result instanceof Promise ? result.catch((error: unknown) => this.refused(error)) : result;
  }) as pg.Client['query'];

  private refused(error: unknown): never {
    if (UNUSABLE.has((error as { code?: string }).code ?? '')) this.keeps = false;
    throw error;
  }
}
