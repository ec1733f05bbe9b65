import { createTestDatabase, testDataKey, type TestDatabase } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/database/data-source.js';
import { DataCipher } from '../src/encryption/data-cipher.js';
import { encryptedColumns } from '../src/reencryption/encrypted-columns.js';
import type { ReencryptionTask, StoredRow } from '../src/reencryption/reencrypt-table.js';

export const before = new DataCipher(testDataKey('d1'));
export const after = new DataCipher(`${testDataKey('d2')},${testDataKey('d1')}`);

export const nameOf = (row: StoredRow) => `persons.name ${String(row['id'])}`;
export const proofOf = (row: StoredRow) => `persons.proof ${String(row['id'])}`;
export const taskOf = (cipher: DataCipher): ReencryptionTask =>
  encryptedColumns(cipher, {
    table: 'persons',
    key: [
      { column: 'id', type: 'bigint' },
      { column: 'part', type: 'text' },
    ],
    encrypted: [
      { column: 'name', purpose: nameOf },
      { column: 'proof', purpose: proofOf, isJson: true },
    ],
  });

/** A table of encrypted persons, and the connections of two copies. */
export class ReencryptionFixture {
  private constructor(
    private readonly database: TestDatabase,
    readonly one: DataSource,
    readonly two: DataSource,
  ) {}

  static async create(): Promise<ReencryptionFixture> {
    const database = await createTestDatabase();
    const { ownerUrl: url } = database.services['lead-router'];
    const open = () => createDataSource({ url, schema: 'leads', entities: [], poolSize: 5 }).initialize();
    const [one, two] = await Promise.all([open(), open()]);
    await one.query(`
      CREATE TABLE persons (id bigint, part text, name text NOT NULL, proof jsonb, PRIMARY KEY (id, part))`);
    return new ReencryptionFixture(database, one, two);
  }

  /** Opens a connection whose statements are canceled after this time. */
  async openLimited(timeoutMs: number): Promise<DataSource> {
    const { ownerUrl: url } = this.database.services['lead-router'];
    const settings = { url, schema: 'leads', entities: [], poolSize: 1 };
    const dataSource = await createDataSource(settings).initialize();
    await dataSource.query(`SET statement_timeout = ${timeoutMs}`);
    return dataSource;
  }

  async drop(): Promise<void> {
    await Promise.all([this.one.destroy(), this.two.destroy()]);
    await this.database.drop();
  }

  async clear(): Promise<void> {
    await this.one.query('TRUNCATE persons');
  }

  /** Every second row has the older key. */
  async fill(count: number): Promise<void> {
    for (let id = 0; id < count; id += 1) {
      const row = { id: String(id) };
      const cipher = id % 2 === 0 ? before : after;
      await this.one.query('INSERT INTO persons VALUES ($1, $2, $3, $4)', [
        id,
        'x',
        cipher.encrypt(`Person ${id}`, nameOf(row)),
        JSON.stringify(cipher.encryptJson({ ip: `203.0.113.${id}` }, proofOf(row))),
      ]);
    }
  }
}
