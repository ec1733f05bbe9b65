import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import pg from 'pg';
import { buyer, lead } from './sale-rows.js';

const services = ['accounts', 'billing', 'lead-router', 'notifier'] as const;
const root = join(import.meta.dirname, '..', '..', '..');

/** A database with every service's tables, and one lead and one buyer in it. Tests plant rows and roll them back. */
export class PlantedDatabase {
  private constructor(
    private readonly database: TestDatabase,
    readonly client: pg.Client,
  ) {}

  static async create(): Promise<PlantedDatabase> {
    const database = await createTestDatabase();
    for (const service of services)
      await promisify(execFile)(process.execPath, [join(root, 'services', service, 'dist/migrate.js')], {
        env: { PATH: process.env['PATH'], DATABASE_URL: database.services[service].ownerUrl },
      });
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    return new PlantedDatabase(database, client);
  }

  /** Connects as an administrator. */
  get url(): string {
    return this.database.adminUrl;
  }

  async drop(): Promise<void> {
    await this.client.end();
    await this.database.drop();
  }

  /** Begins a transaction with the lead and the buyer. */
  async begin(): Promise<void> {
    await this.client.query('BEGIN');
    const funnel = randomUUID();
    await this.client.query('INSERT INTO leads.funnels (id, name) VALUES ($1, $2)', [funnel, 'Funnel']);
    await this.client.query(
      `INSERT INTO leads.leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                                estimated_assets, purchase_timeline, lead_type, price)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months', 'MYGA', 80)`,
      [lead, funnel],
    );
    await this.client.query(
      "INSERT INTO leads.lead_search (lead_id, received_at, hashes, key_id) VALUES ($1, now(), '{}', 'd1')",
      [lead],
    );
    await this.client.query(
      `INSERT INTO leads.lead_fingerprints (kind, digest, lead_id, seen_at, key_id, source)
       SELECT kind, kind, $1, now(), 'd1', '' FROM unnest(ARRAY['email', 'phone']) AS k(kind)`,
      [lead],
    );
    await this.client.query(
      `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')`,
      [buyer],
    );
    await this.client.query(
      `INSERT INTO notifications.channels (id, buyer_id, kind, address, first_name)
       VALUES (gen_random_uuid(), $1, 'email', 'a@b.c', 'A')`,
      [buyer],
    );
    await this.client.query(
      `INSERT INTO leads.buyer_changes (buyer_id, at, service_enabled, daily_lead_limit)
       VALUES ($1, now() - interval '1 day', true, 25)`,
      [buyer],
    );
  }

  async plant(rows: readonly string[]): Promise<void> {
    for (const sql of rows) await this.client.query(sql);
  }

  async rollBack(): Promise<void> {
    await this.client.query('ROLLBACK');
  }
}
