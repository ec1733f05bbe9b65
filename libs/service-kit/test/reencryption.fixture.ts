import { createTestDatabase, testDataKey, type TestDatabase } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/database/data-source.js';
import { DataCipher } from '../src/encryption/data-cipher.js';
import { encryptedColumns } from '../src/reencryption/encrypted-columns.js';
import { Reencryption } from '../src/reencryption/reencryption.js';
import type { ReencryptionTask, StoredRow } from '../src/reencryption/reencryption-task.js';

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
      CREATE TABLE reencryption_progress (
        table_name text PRIMARY KEY, key_id text NOT NULL, visited text[], due integer NOT NULL DEFAULT 0, completed_at timestamptz);
      CREATE TABLE persons (id bigint, part text, name text NOT NULL, proof jsonb, PRIMARY KEY (id, part))`);
    return new ReencryptionFixture(database, one, two);
  }

  async drop(): Promise<void> {
    await Promise.all([this.one.destroy(), this.two.destroy()]);
    await this.database.drop();
  }

  async clear(): Promise<void> {
    await this.one.query('TRUNCATE persons, reencryption_progress');
  }

  open(dataSource = this.one, cipher = after, task = taskOf(cipher)): Reencryption {
    return new Reencryption(dataSource, cipher.currentKeyId, task);
  }

  /** Every third row is readable, as of an earlier release, and every third has the older key. */
  async fill(count: number): Promise<void> {
    for (let id = 0; id < count; id += 1) {
      const row = { id: String(id) };
      const [name, proof] = [`Person ${id}`, { ip: `203.0.113.${id}` }];
      const cipher = id % 3 === 1 ? before : after;
      const isReadable = id % 3 === 0;
      await this.one.query('INSERT INTO persons VALUES ($1, $2, $3, $4)', [
        id,
        'x',
        isReadable ? name : cipher.encrypt(name, nameOf(row)),
        JSON.stringify(isReadable ? proof : cipher.encryptJson(proof, proofOf(row))),
      ]);
    }
  }
}
