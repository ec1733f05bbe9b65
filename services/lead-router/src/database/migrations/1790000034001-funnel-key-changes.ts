import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes every change of a funnel key for the audit log, whoever makes it: the command-line tool, of this release or the
 * previous one, or somebody with a database console. The tool states its operator in the setting `desk.operator`.
 */
export class FunnelKeyChanges1790000034001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE funnel_key_changes (
        id           uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
        at           timestamptz NOT NULL DEFAULT now(),
        action       text        NOT NULL,
        funnel_id    uuid        NOT NULL,
        key_prefix   text        NOT NULL,
        operator     text        NOT NULL
      );

      CREATE FUNCTION note_funnel_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      DECLARE
        key record;
        action text;
      BEGIN
        IF TG_OP = 'INSERT' THEN
          key := NEW; action := 'funnel-key-created';
        ELSIF TG_OP = 'DELETE' THEN
          key := OLD; action := 'funnel-key-deleted';
        ELSE
          key := NEW;
          action := CASE WHEN NEW.revoked_at IS NULL THEN 'funnel-key-created' ELSE 'funnel-key-revoked' END;
        END IF;
        INSERT INTO funnel_key_changes (action, funnel_id, key_prefix, operator)
        VALUES (action, key.funnel_id, left(key.key_prefix, 40),
                left(COALESCE(NULLIF(current_setting('desk.operator', true), ''), session_user), 100));
        RETURN NULL;
      END $$;
      CREATE TRIGGER funnel_keys_note_addition AFTER INSERT OR DELETE ON funnel_keys
        FOR EACH ROW EXECUTE FUNCTION note_funnel_key_change();
      CREATE TRIGGER funnel_keys_note_change AFTER UPDATE ON funnel_keys
        FOR EACH ROW WHEN ((OLD.revoked_at IS NULL) <> (NEW.revoked_at IS NULL)
                            OR OLD.key_hash <> NEW.key_hash OR OLD.funnel_id <> NEW.funnel_id)
        EXECUTE FUNCTION note_funnel_key_change();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
