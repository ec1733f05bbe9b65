import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Problems that agents report with leads they bought (ADR 0047). The previous release ignores the table. */
export class ProblemReports1790000055000 implements MigrationInterface {
  readonly name = 'ProblemReports1790000055000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE problem_reports (
        id uuid PRIMARY KEY,
        lead_id uuid NOT NULL,
        offer_id uuid NOT NULL,
        buyer_id uuid NOT NULL,
        funnel_id uuid NOT NULL REFERENCES funnels (id),
        reason text NOT NULL,
        state text NOT NULL CHECK (state IN ('reported', 'in-review', 'approved', 'declined', 'recorded')),
        details text NOT NULL DEFAULT '',
        reported_at timestamptz NOT NULL,
        decided_at timestamptz,
        decided_by uuid,
        decision_note text NOT NULL DEFAULT '',
        UNIQUE (lead_id, reason),
        CONSTRAINT a_decided_report_has_a_time CHECK ((state IN ('approved', 'declined')) = (decided_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX problem_reports_one_open_for_a_lead ON problem_reports (lead_id)
        WHERE state IN ('reported', 'in-review');
      CREATE INDEX problem_reports_by_time ON problem_reports (reported_at DESC, id DESC);
      CREATE INDEX problem_reports_of_funnel ON problem_reports (funnel_id, reason);
      CREATE INDEX problem_reports_of_buyer ON problem_reports (buyer_id);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
