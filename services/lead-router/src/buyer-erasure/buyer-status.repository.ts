import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { fromMultirange } from '../filters/filters.repository.js';
import { toNotesPurpose } from '../intake/lead-cipher.js';
import {
  decryptLeadView,
  SELECT_LEAD_VIEWS,
  type StoredLeadView,
} from '../lead-views/lead-view.repository.js';
import { decryptReport, type ReportTexts } from '../problem-reports/report-cipher.js';
import { type DecisionText, decryptDecision } from '../waiting-leads/lead-decision.repository.js';

/** An erased buyer's business: what is still open, and what stays for bookkeeping. */
export interface BuyerStatus {
  readonly isStopped: boolean;
  readonly isClosed: boolean;
  readonly openOffers: number;
  readonly soldLeads: number;
}

const STATUS = `
  SELECT EXISTS (SELECT 1 FROM buyers WHERE id = $1 AND erased_at IS NOT NULL) AS "isStopped",
         EXISTS (SELECT 1 FROM buyers WHERE id = $1 AND closed_at IS NOT NULL) AS "isClosed",
         (SELECT count(*)::int FROM lead_offers WHERE buyer_id = $1 AND status = 'open') AS "openOffers",
         (SELECT count(*)::int FROM sold_leads WHERE buyer_id = $1) AS "soldLeads"`;

const SELECT_BUYER = `
  SELECT service_enabled, daily_lead_limit, time_zone, card_usable, account_disabled, filter_states,
         filter_lead_types, filter_asset_bands, filter_age_ranges, weekly_hours::text, weekly_budget_cents,
         monthly_budget_cents, erased_at, closed_at, created_at
    FROM buyers WHERE id = $1`;

const SELECT_FILTER_CHANGES = `
  SELECT at, time_zone, states, lead_types, asset_bands, age_ranges, weekly_hours::text, weekly_budget_cents,
         monthly_budget_cents
    FROM buyer_filter_changes WHERE buyer_id = $1 ORDER BY at, id`;

const SELECT_REPORTS = `
  SELECT id, lead_id, reason, state, details, decision_note, reported_at, decided_at FROM problem_reports
   WHERE buyer_id = $1 ORDER BY reported_at`;

const SELECT_REROUTED = `
  SELECT id, lead_id, offer_id, reason, decided_at FROM lead_decisions WHERE buyer_id = $1 ORDER BY decided_at`;

export async function getBuyerStatus(dataSource: DataSource, buyerId: string): Promise<BuyerStatus> {
  const [status]: BuyerStatus[] = await dataSource.query(STATUS, [buyerId]);
  if (!status) throw new Error('the status of a buyer is one row');
  return status;
}

interface StoredHours {
  readonly weekly_hours: string | null;
}

const withHours = <Row extends StoredHours>(row: Row) => ({
  ...row,
  weekly_hours: fromMultirange(row.weekly_hours),
});

/** Exports leads by id only, because they are other persons. */
export async function exportBuyer(
  dataSource: DataSource,
  cipher: DataCipher,
  buyerId: string,
): Promise<object> {
  const rows = <Row extends object>(sql: string): Promise<Row[]> => dataSource.query(sql, [buyerId]);
  const boughtLeads = await rows<{ lead_id: string; notes: string }>(
    `SELECT lead_id, offer_id, sold_at, delivered_at, amount_cents, disposition, notes, remind_at, appointment_at,
            commission_cents FROM sold_leads
      WHERE buyer_id = $1 ORDER BY sold_at`,
  );
  return {
    buyer: (await rows<StoredHours>(SELECT_BUYER)).map(withHours),
    settingsChanges: await rows(
      'SELECT at, service_enabled, daily_lead_limit FROM buyer_changes WHERE buyer_id = $1 ORDER BY at',
    ),
    filterChanges: (await rows<StoredHours>(SELECT_FILTER_CHANGES)).map(withHours),
    cardChanges: await rows('SELECT at, usable FROM buyer_card_changes WHERE buyer_id = $1 ORDER BY at, id'),
    offers: await rows(
      `SELECT id, lead_id, status, amount_cents, reserved_at, closed_at, decline_code FROM lead_offers
        WHERE buyer_id = $1 ORDER BY reserved_at`,
    ),
    problemReports: (await rows<ReportTexts>(SELECT_REPORTS)).map((report) => decryptReport(cipher, report)),
    reroutedLeads: (await rows<DecisionText>(SELECT_REROUTED)).map((row) => decryptDecision(cipher, row)),
    leadViews: (await rows<StoredLeadView>(SELECT_LEAD_VIEWS)).map((view) =>
      decryptLeadView(cipher, buyerId, view),
    ),
    boughtLeads: boughtLeads.map((lead) => ({
      ...lead,
      notes: cipher.decrypt(lead.notes, toNotesPurpose(lead.lead_id)),
    })),
  };
}
