import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the filters, weekly hours and budgets of buyers (ADR 0046). A buyer with any of them is never `is_open`, which
 * the previous release takes for "may get any lead", but `is_open_partly`. A trigger divides the two, because copies of
 * the previous release write `is_open` too. `filtered_buyers` holds the buyers who are open partly, in the order of their
 * waiting time, once for each state they chose, or once for all states ('*').
 */
export class BuyerFilters1790000051000 implements MigrationInterface {
  readonly name = 'BuyerFilters1790000051000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyers
        ADD COLUMN filter_states text[] NOT NULL DEFAULT '{}',
        ADD COLUMN filter_lead_types text[] NOT NULL DEFAULT '{}',
        ADD COLUMN filter_asset_bands text[] NOT NULL DEFAULT '{}',
        ADD COLUMN filter_age_ranges text[] NOT NULL DEFAULT '{}',
        ADD COLUMN profile_mask integer NOT NULL DEFAULT 16777215,
        ADD COLUMN weekly_hours int4multirange,
        ADD COLUMN weekly_budget_cents integer,
        ADD COLUMN monthly_budget_cents integer,
        ADD COLUMN week_start date,
        ADD COLUMN week_cents integer NOT NULL DEFAULT 0,
        ADD COLUMN month_start date,
        ADD COLUMN month_cents integer NOT NULL DEFAULT 0,
        ADD COLUMN filters_version integer NOT NULL DEFAULT 1,
        ADD COLUMN filters_change_number bigint NOT NULL DEFAULT 0,
        ADD COLUMN is_open_partly boolean NOT NULL DEFAULT false;

      CREATE TABLE filtered_buyers (
        state text NOT NULL,
        profile_mask integer NOT NULL,
        waiting_since timestamptz NOT NULL,
        buyer_id uuid NOT NULL,
        PRIMARY KEY (state, profile_mask, waiting_since, buyer_id)
      );
      CREATE INDEX filtered_buyers_of_buyer ON filtered_buyers (buyer_id);
      CREATE TABLE filter_classes (
        state text NOT NULL,
        profile_mask integer NOT NULL,
        PRIMARY KEY (state, profile_mask)
      );
      CREATE TABLE buyer_filter_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        buyer_id uuid NOT NULL,
        at timestamptz NOT NULL,
        time_zone text NOT NULL,
        states text[] NOT NULL,
        lead_types text[] NOT NULL,
        asset_bands text[] NOT NULL,
        age_ranges text[] NOT NULL,
        weekly_hours int4multirange,
        weekly_budget_cents integer,
        monthly_budget_cents integer
      );
      CREATE INDEX buyer_filter_changes_of ON buyer_filter_changes (buyer_id, at);

      CREATE FUNCTION divide_open_buyers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.is_open_partly := NEW.is_open
          AND (NEW.filter_states <> '{}' OR NEW.profile_mask <> 16777215 OR NEW.weekly_hours IS NOT NULL
               OR NEW.weekly_budget_cents IS NOT NULL OR NEW.monthly_budget_cents IS NOT NULL);
        NEW.is_open := NEW.is_open AND NOT NEW.is_open_partly;
        RETURN NEW;
      END $$;
      -- Runs after buyers_keep_erased: triggers of one kind run in the order of their names.
      CREATE TRIGGER buyers_z_divide_open BEFORE INSERT OR UPDATE OF is_open ON buyers
        FOR EACH ROW EXECUTE FUNCTION divide_open_buyers();

      CREATE FUNCTION list_filtered_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF OLD.is_open_partly AND NEW.is_open_partly AND OLD.filter_states = NEW.filter_states
           AND OLD.profile_mask = NEW.profile_mask THEN
          UPDATE filtered_buyers SET waiting_since = NEW.waiting_since WHERE buyer_id = NEW.id;
          RETURN NULL;
        END IF;
        IF OLD.is_open_partly THEN
          DELETE FROM filtered_buyers WHERE buyer_id = NEW.id;
        END IF;
        IF NEW.is_open_partly THEN
          INSERT INTO filtered_buyers (state, profile_mask, waiting_since, buyer_id)
          SELECT state, NEW.profile_mask, NEW.waiting_since, NEW.id
            FROM unnest(CASE WHEN NEW.filter_states = '{}' THEN '{*}' ELSE NEW.filter_states END) state;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER buyers_list_filtered AFTER UPDATE ON buyers
        FOR EACH ROW
        WHEN ((OLD.is_open_partly OR NEW.is_open_partly)
              AND (OLD.is_open_partly, OLD.waiting_since, OLD.filter_states, OLD.profile_mask)
                  IS DISTINCT FROM (NEW.is_open_partly, NEW.waiting_since, NEW.filter_states, NEW.profile_mask))
        EXECUTE FUNCTION list_filtered_buyer();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
