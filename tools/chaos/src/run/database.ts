import pg from 'pg';

const TRIES = 60;

/** Reads every schema. A server that was just killed is waited for. */
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
        // A statement that is wrong stays wrong; everything else may be the restart.
        if (attempt === TRIES || /^(42|22|28)/.test((error as { code?: string }).code ?? '')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
