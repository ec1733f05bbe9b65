import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds numbers and versions of the buyer's settings (ADR 0010), and whether the account is disabled.
 *
 * The trigger numbers the changes made by copies of the previous release during an update. Drop it, and its function,
 * in the next release.
 */
export class BuyerSettings1790000021000 implements MigrationInterface {
  readonly name = 'BuyerSettings1790000021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SEQUENCE settings_change_numbers;
      ALTER TABLE buyers
        ADD COLUMN service_change_number bigint NOT NULL DEFAULT 0,
        ADD COLUMN limit_change_number bigint NOT NULL DEFAULT 0,
        ADD COLUMN settings_version integer NOT NULL DEFAULT 1,
        ADD COLUMN account_disabled boolean NOT NULL DEFAULT false,
        ADD COLUMN account_version integer NOT NULL DEFAULT 0;

      CREATE FUNCTION number_unnumbered_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.settings_version := OLD.settings_version + 1;
        IF NEW.service_enabled <> OLD.service_enabled THEN
          NEW.service_change_number := nextval('settings_change_numbers');
        END IF;
        IF NEW.daily_lead_limit <> OLD.daily_lead_limit THEN
          NEW.limit_change_number := nextval('settings_change_numbers');
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER buyers_number_unnumbered_change
        BEFORE UPDATE OF service_enabled, daily_lead_limit ON buyers
        FOR EACH ROW WHEN (NEW.settings_version = OLD.settings_version)
        EXECUTE FUNCTION number_unnumbered_change();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
