import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps since when a buyer's card could be charged or not, to explain which leads passed the buyer by (ADR 0046). */
export class CardChanges1790000051002 implements MigrationInterface {
  readonly name = 'CardChanges1790000051002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE buyer_card_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        buyer_id uuid NOT NULL,
        at timestamptz NOT NULL,
        usable boolean NOT NULL
      );
      CREATE INDEX buyer_card_changes_of ON buyer_card_changes (buyer_id, at);
      CREATE FUNCTION note_card_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO buyer_card_changes (buyer_id, at, usable) VALUES (NEW.id, clock_timestamp(), NEW.card_usable);
        RETURN NULL;
      END $$;
      CREATE TRIGGER buyers_note_card_change AFTER UPDATE OF card_usable ON buyers
        FOR EACH ROW WHEN (NEW.card_usable <> OLD.card_usable) EXECUTE FUNCTION note_card_change();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
