import { REMOVED } from '@desk/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an account be erased for good (ADR 0023). After that, triggers keep personal data out of its row and its audit
 * entries, even if a request that began before, a late message or the previous release writes them.
 */
export class AgentErasure1790000037000 implements MigrationInterface {
  readonly name = 'AgentErasure1790000037000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN erased_at timestamptz,
        ADD COLUMN erasure_published_at timestamptz,
        ADD CONSTRAINT an_erased_account_is_disabled CHECK (erased_at IS NULL OR disabled_at IS NOT NULL) NOT VALID;

      CREATE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.email := 'removed-' || NEW.id || '@erased.invalid';
        NEW.first_name := '${REMOVED}';
        NEW.last_name := 'agent';
        NEW.phone := '';
        NEW.company_name := NULL;
        NEW.stripe_payment_method_id := NULL;
        NEW.email_confirmed_at := NULL;
        NEW.email_bounced_at := NULL;
        NEW.erased_at := COALESCE(OLD.erased_at, NEW.erased_at);
        NEW.disabled_at := COALESCE(OLD.disabled_at, NEW.disabled_at, now());
        RETURN NEW;
      END $$;
      CREATE TRIGGER users_keep_erased BEFORE UPDATE ON users
        FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL OR NEW.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();

      CREATE FUNCTION omit_values_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM accounts.users u WHERE u.id = NEW.user_id AND u.erased_at IS NOT NULL) THEN
          NEW.address := NULL; NEW.user_agent := NULL; NEW.old_value := NULL; NEW.new_value := NULL;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER audit_events_omit_values_of_erased BEFORE INSERT ON audit_events
        FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION omit_values_of_erased();

      CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        removable CONSTANT text[] := ARRAY['address', 'user_agent', 'old_value', 'new_value'];
      BEGIN
        IF TG_OP = 'UPDATE'
           AND (OLD.at < now() - interval '365 days'
                OR EXISTS (SELECT 1 FROM accounts.users u WHERE u.id = OLD.user_id AND u.erased_at IS NOT NULL))
           AND num_nonnulls(NEW.address, NEW.user_agent, NEW.old_value, NEW.new_value) = 0
           AND to_jsonb(NEW) - removable = to_jsonb(OLD) - removable THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = '42501';
      END $$;

      CREATE FUNCTION remove_audit_values_of_erased(erased uuid) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
      DECLARE
        changed integer;
      BEGIN
        UPDATE audit_events SET address = NULL, user_agent = NULL, old_value = NULL, new_value = NULL
         WHERE user_id = erased AND num_nonnulls(address, user_agent, old_value, new_value) > 0
           AND EXISTS (SELECT 1 FROM users u WHERE u.id = erased AND u.erased_at IS NOT NULL);
        GET DIAGNOSTICS changed = ROW_COUNT;
        RETURN changed;
      END $$;
      REVOKE ALL ON FUNCTION remove_audit_values_of_erased FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION remove_audit_values_of_erased TO desk_accounts;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
