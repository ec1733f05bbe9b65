import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the service remove personal data from old audit entries, and nothing else from any entry (ADR 0020).
 *
 * The function runs with the rights of the schema's owner, because the service may not update the log. The trigger
 * applies to every role: it lets through only an update that empties the values of an entry older than a year.
 */
export class Retention1790000035000 implements MigrationInterface {
  readonly name = 'Retention1790000035000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE get_started_leads ADD COLUMN personal_data_removed_at timestamptz;

      CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        removable CONSTANT text[] := ARRAY['address', 'user_agent', 'old_value', 'new_value'];
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD.at < now() - interval '365 days'
           AND num_nonnulls(NEW.address, NEW.user_agent, NEW.old_value, NEW.new_value) = 0
           AND to_jsonb(NEW) - removable = to_jsonb(OLD) - removable THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = '42501';
      END $$;

      CREATE FUNCTION anonymize_audit_events(keep_days integer, max_rows integer) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
      DECLARE
        changed integer;
      BEGIN
        WITH due AS (
          SELECT id FROM audit_events
           WHERE at < now() - make_interval(days => GREATEST(keep_days, 366))
             AND num_nonnulls(address, user_agent, old_value, new_value) > 0
           ORDER BY at LIMIT max_rows FOR UPDATE SKIP LOCKED)
        UPDATE audit_events e SET address = NULL, user_agent = NULL, old_value = NULL, new_value = NULL
          FROM due WHERE e.id = due.id;
        GET DIAGNOSTICS changed = ROW_COUNT;
        RETURN changed;
      END $$;
      REVOKE ALL ON FUNCTION anonymize_audit_events FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION anonymize_audit_events TO desk_accounts;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
