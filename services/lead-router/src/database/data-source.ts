import { identifyingLeadFields } from '@desk/contracts';
import { appendOnly, reencryptionTables, type SchemaRights } from '@desk/service-kit';
import { BuyerEntity } from '../buyers/buyer.entity.js';
import { FunnelEntity } from '../funnels/funnel.entity.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { LeadOfferEntity } from '../routing/lead-offer.entity.js';
import { Initial1795680000000 } from './migrations/1795680000000-initial.js';

/** What retention overwrites and re-encryption converts. */
const removedLeadColumns = [
  ...identifyingLeadFields.map(([, { column }]) => column),
  'consent',
  'reference',
  'body_hash',
  'idempotency_key',
  'contact_removed_at',
];

export const database = {
  schema: 'leads',
  entities: [LeadEntity, LeadOfferEntity, BuyerEntity, FunnelEntity],
  tables: {
    funnels: {
      update: [
        'name',
        'active',
        'is_test',
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
    funnel_keys: { update: ['revoked_at'] },
    funnel_key_changes: { delete: true },
    rejections: { update: true },
    /** What the funnel posted stays as it came; what identifies the person can be removed. */
    leads: { update: ['status', 'offers_made', 'sold_at', 'declined_by', ...removedLeadColumns] },
    lead_search: { update: ['name', 'text', 'tokens', 'encrypted_text'] },
    lead_fingerprints: { update: true, delete: true },
    consent_records: { update: true, delete: true },
    buyers: { update: true },
    buyer_changes: appendOnly,
    buyer_ties: appendOnly,
    filtered_buyers: { update: ['waiting_since'], delete: true },
    filter_classes: appendOnly,
    buyer_card_changes: appendOnly,
    buyer_filter_changes: appendOnly,
    /** Only the previous release still writes `slot_returned_at`. */
    lead_offers: { update: ['status', 'settled_at', 'decline_code', 'slot_returned_at'] },
    provider_status: { update: true },
    sold_leads: { update: true },
    problem_reports: { update: ['state', 'details', 'decided_at', 'decided_by', 'decision_note'] },
    lead_decisions: { update: ['reason'] },
    feed_heads: { update: true },
    buyer_feed: { delete: true },
    ...reencryptionTables,
  } satisfies SchemaRights,
};
/** Connections of a process that only intake uses. All others may wait for one buyer's row. */
export const INTAKE_CONNECTIONS = 6;

export const migrations = [Initial1795680000000];
