import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/**
 * Registers a statement to be prepared once per connection, which saves parsing and planning on busy paths. Only for
 * constant statements that find rows by key: the best plan of a search depends on its values, that of a sweep on the
 * size of the table.
 */
export function prepared(sql: string): string {
  names.set(sql, `desk_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`);
  return sql;
}

/**
 * The ids of a batch, for `id IN …`; `parameter` such as `$1` is a `uuid[]`. Without the limit, PostgreSQL plans for
 * ten ids. A plan for a single id then looks cheaper to it, so it plans the statement again each time. With the limit
 * it plans for one, and keeps that plan. The rows are found in any order: a statement that locks them sorts them first.
 */
export const batchIds = (parameter: string): string =>
  `(SELECT unnest(${parameter}::uuid[]) LIMIT cardinality(${parameter}::uuid[]))`;

/** Errors of prepared statements behind a connection pooler or after a column's type has changed. */
const UNUSABLE_STATEMENT_CODES = new Set(['26000', '42P05', '0A000']);

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A connection that prepares registered statements, and writes statements without waiting for the results of earlier
 * ones. After the server rejects a prepared statement, it prepares none. A statement that is not answered within
 * `query_timeout` closes the connection, since the driver could not tell its answer from those behind it.
 */
export class PreparingClient extends pg.Client {
  private canPrepare = true;
  /**
   * Whether the previous statement failed. Inside a transaction every later one then fails too, whether or not it can
   * be prepared.
   */
  private hasFailed = false;

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), pipeline: true });
  }

  override query: pg.Client['query'] = ((config: unknown, values?: unknown, callback?: unknown) => {
    const run = super.query.bind(this) as Query;
    const name = this.canPrepare && typeof config === 'string' ? names.get(config) : undefined;
    const result =
      name === undefined ? run(config, values, callback) : run({ name, text: config }, values, callback);
    return result instanceof Promise
      ? result.then(
          (value: unknown) => this.pass(value),
          (error: unknown) => this.rethrow(error),
        )
      : result;
  }) as pg.Client['query'];

  private pass<T>(value: T): T {
    this.hasFailed = false;
    return value;
  }

  private rethrow(error: unknown): never {
    if (!this.hasFailed && UNUSABLE_STATEMENT_CODES.has((error as { code?: string }).code ?? ''))
      this.canPrepare = false;
    this.hasFailed = true;
    throw error;
  }
}
