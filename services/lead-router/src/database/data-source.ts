import {
  ageRanges,
  assetBands,
  DELIVERED_LEADS_PER_UNDELIVERED,
  DELIVERY_PAUSE_WINDOW_DAYS,
  identifyingLeadFields,
  LEAD_PRICE_CENTS,
  leadTypes,
  MAX_DELIVERY_PAUSES,
  MAX_MORE_UNDELIVERED_LEADS,
  NEW_BUYER_UNDELIVERED_LEADS,
  usStates,
} from '@desk/contracts';
import { appendOnly, type SchemaRights, type SqlFunctions } from '@desk/service-kit';
import { Initial1795680000000 } from './migrations/1795680000000-initial.js';

/** What retention overwrites and re-encryption converts. */
const removedLeadColumns = [
  ...identifyingLeadFields.map(([, { postedAs }]) => postedAs),
  'consent',
  'extras',
  'reference',
  'body_hash',
  'idempotency_key',
  'contact_removed_at',
];

/** In the order of their dependencies. */
const sqlFiles = [
  'matching/accepts-lead.sql',
  'feed/append-events.sql',
  'buyers/weekly-hours.sql',
  'buyers/eligibility.sql',
  'buyers/daily-slots.sql',
  'buyers/filtered-buyers.sql',
  'buyers/buyer-changes.sql',
  'buyers/time-zone.sql',
  'buyers/ties.sql',
  'buyers/undelivered-leads.sql',
  'filters/set-filters.sql',
  'filters/lead-report.sql',
  'intake/claim-fingerprints.sql',
  'routing/choose-buyer.sql',
  'routing/reserve.sql',
  'routing/waiting-leads.sql',
  'waiting-leads/buyer-for-lead.sql',
  'sold-leads/hashes-of-buyer.sql',
  'agent-reports/sale-counts.sql',
  'market-reports/market-counts.sql',
  'weekly-summaries/weekly-summaries.sql',
];

const functions: SqlFunctions = {
  files: sqlFiles.map((file) => new URL(`../${file}`, import.meta.url)),
  constants: {
    lead_price_cents: LEAD_PRICE_CENTS,
    max_delivery_pauses: MAX_DELIVERY_PAUSES,
    delivery_pause_window_days: DELIVERY_PAUSE_WINDOW_DAYS,
    new_buyer_undelivered_leads: NEW_BUYER_UNDELIVERED_LEADS,
    delivered_leads_per_undelivered: DELIVERED_LEADS_PER_UNDELIVERED,
    max_more_undelivered_leads: MAX_MORE_UNDELIVERED_LEADS,
    us_states: usStates,
    // A value keeps its bit in profile masks for good, so these lists may only grow at their ends.
    lead_types: leadTypes,
    asset_bands: assetBands,
    age_ranges: ageRanges,
  },
};

export const database = {
  schema: 'leads',
  entities: [],
  functions,
  tables: {
    funnels: {
      update: [
        'name',
        'mode',
        'allowed_origins',
        'requests_per_second',
        'duplicate_window_days',
        'required_fields',
        'requires_consent_proof',
        'phone_verification',
        'settings_version',
      ],
    },
    /** Rows are locked before they are removed, which needs a right to update. */
    test_leads: { update: ['created_at'], delete: true },
    refused_posts: { update: ['refused_at'], delete: true },
    funnel_keys: { update: ['revoked_at'] },
    funnel_key_changes: { delete: true },
    rejections: { update: true },
    funnel_mappings: appendOnly,
    funnel_connections: { update: true, delete: true },
    lead_fetches: {
      update: ['status', 'attempts', 'attempts_before', 'next_attempt_at', 'lease_until'],
      delete: true,
    },
    held_posts: {
      update: [
        ...['received_at', 'reason', 'refusal', 'request', 'digest', 'replay_at'],
        ...['status', 'lead_id', 'closed_at'],
      ],
      delete: true,
    },
    /** What the funnel posted stays as it came; what identifies the person can be removed. */
    leads: { update: ['status', 'offers_made', 'sold_at', 'declined_by', ...removedLeadColumns] },
    lead_search: { update: ['hashes', 'key_id'] },
    lead_fingerprints: { update: true, delete: true },
    consent_records: { update: true, delete: true },
    buyers: { update: true },
    buyer_changes: appendOnly,
    buyer_ties: appendOnly,
    filtered_buyers: { update: ['waiting_since'], delete: true },
    filter_classes: appendOnly,
    buyer_card_changes: appendOnly,
    buyer_filter_changes: appendOnly,
    lead_offers: { update: ['status', 'closed_at', 'decline_code'] },
    provider_status: { update: true },
    sold_leads: { update: true },
    sale_counts: { update: ['leads', 'refunded', 'won', 'spent_cents', 'commission_cents'], delete: true },
    lead_views: { update: ['content'], delete: true },
    report_zone: { update: ['time_zone', 'summary_monday'] },
    weekly_summaries: { update: ['time_zone', 'monday', 'due_at'] },
    funnel_counts: { update: true, delete: true },
    place_counts: { update: true, delete: true },
    delay_counts: { update: true, delete: true },
    market_changes: { delete: true },
    problem_reports: { update: ['state', 'details', 'decided_at', 'decided_by', 'decision_note'] },
    lead_decisions: { update: ['reason'] },
    feed_heads: { update: true },
    buyer_feed: { delete: true },
  } satisfies SchemaRights,
};
/** Connections of a process that only intake uses. All others may wait for one buyer's row. */
export const INTAKE_CONNECTIONS = 6;

export const migrations = [Initial1795680000000];
