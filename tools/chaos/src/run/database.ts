import type { Stack } from '@desk/tool-start';
import pg from 'pg';

/** Longer than any outage. */
const MAX_ATTEMPTS = 240;
const RETRY_DELAY_MS = 250;
/** SQLSTATE classes of a wrong statement, wrong data or a wrong password: retrying cannot help. */
const PERMANENT_ERROR = /^(42|22|28)/;

/** Reads every schema. Retries while a killed server restarts. */
export class Database {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 2 });
    this.pool.on('error', () => undefined);
  }

  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return (await this.pool.query<Row>(sql, [...values])).rows;
      } catch (error) {
        const { code = '' } = error as { code?: string };
        if (attempt === MAX_ATTEMPTS || PERMANENT_ERROR.test(code)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/** Connects as an administrator, who may change everything. */
export async function withAdministrator<T>(
  { urls }: Pick<Stack, 'urls'>,
  work: (client: pg.Client) => Promise<T>,
  searchPath = 'public',
): Promise<T> {
  const client = new pg.Client({
    connectionString: urls.database,
    options: `-c search_path=${searchPath}`,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
