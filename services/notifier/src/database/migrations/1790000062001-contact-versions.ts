import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders changes of an address by the number that accounts gives them. The column is added without a default, so the lock is
 * short.
 *
 * The trigger forgets the number when a copy of the previous release applies a change, because it stores only the time.
 * Drop it, and its function, in the next release.
 */
export class ContactVersions1790000062001 implements MigrationInterface {
  readonly name = 'ContactVersions1790000062001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels ADD COLUMN contact_version integer;
      CREATE FUNCTION forget_contact_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.contact_version := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER channels_forget_contact_version
        BEFORE UPDATE OF contact_at ON channels
        FOR EACH ROW WHEN (NEW.contact_version = OLD.contact_version)
        EXECUTE FUNCTION forget_contact_version();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
