import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the public status page shows: the components that answered in each minute, and incidents (ADR 0056). */
export class StatusPage1790000057200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE component_checks (
        minute timestamptz PRIMARY KEY CHECK (date_trunc('minute', minute) = minute),
        up     text[]      NOT NULL
      );

      CREATE TABLE incidents (
        id          uuid        PRIMARY KEY,
        title       text        NOT NULL,
        components  text[]      NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        resolved_at timestamptz
      );
      CREATE INDEX incidents_newest ON incidents (created_at DESC, id DESC);

      CREATE TABLE incident_updates (
        id          uuid        PRIMARY KEY,
        incident_id uuid        NOT NULL REFERENCES incidents (id),
        status      text        NOT NULL,
        text        text        NOT NULL,
        at          timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX incident_updates_incident ON incident_updates (incident_id, at)
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
