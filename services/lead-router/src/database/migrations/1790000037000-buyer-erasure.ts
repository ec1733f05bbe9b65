import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `erased_at`: no offers from then on. `closed_at`: every offer has its outcome, and the others were told (ADR 0023). */
export class BuyerErasure1790000037000 implements MigrationInterface {
  readonly name = 'BuyerErasure1790000037000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyers ADD COLUMN erased_at timestamptz, ADD COLUMN closed_at timestamptz;

      CREATE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.erased_at := OLD.erased_at;
        NEW.account_disabled := true;
        NEW.is_open := false;
        RETURN NEW;
      END $$;
      -- Binds copies of the previous release too, which know nothing of erased buyers.
      CREATE TRIGGER buyers_keep_erased BEFORE UPDATE ON buyers
        FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
