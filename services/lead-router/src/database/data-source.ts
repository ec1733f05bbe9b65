import { identifyingLeadFields } from '@desk/contracts';
import { appendOnly, reencryptionTables, type SchemaRights } from '@desk/service-kit';
import { BuyerEntity } from '../buyers/buyer.entity.js';
import { FunnelEntity } from '../funnels/funnel.entity.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { LeadOfferEntity } from '../routing/lead-offer.entity.js';
import { LeadsOfFunnels1790000060000 } from './migrations/1790000060000-leads-of-funnels.js';
import { DeliveryPauses1790000061000 } from './migrations/1790000061000-delivery-pauses.js';
import { CountedDeliveryPauses1790000067000 } from './migrations/1790000067000-counted-delivery-pauses.js';
import { FunnelSettingsVersion1790000068000 } from './migrations/1790000068000-funnel-settings-version.js';
import { OpenOffers1790000068010 } from './migrations/1790000068010-open-offers.js';
import { BuyerTimeZones1790000046001 } from './migrations/1790000046001-buyer-time-zones.js';
import { CreateLeads1790000001000 } from './migrations/1790000001000-create-leads.js';
import { SearchLeads1790000010000 } from './migrations/1790000010000-search-leads.js';
import { SoldLeads1790000011000 } from './migrations/1790000011000-sold-leads.js';
import { FillSoldLeads1790000012000 } from './migrations/1790000012000-fill-sold-leads.js';
import { OneIndexForABuyersLeads1790000013000 } from './migrations/1790000013000-one-index-for-a-buyers-leads.js';
import { SearchBytes1790000014000 } from './migrations/1790000014000-search-bytes.js';
import { EligibilityChanged1790000020000 } from './migrations/1790000020000-eligibility-changed.js';
import { BuyerSettings1790000021000 } from './migrations/1790000021000-buyer-settings.js';
import { FunnelKeyChanges1790000034001 } from './migrations/1790000034001-funnel-key-changes.js';
import { BuyerErasure1790000037000 } from './migrations/1790000037000-buyer-erasure.js';
import { BuyerErasureIndex1790000037001 } from './migrations/1790000037001-buyer-erasure-index.js';
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { FailedMessages1790000039000 } from './migrations/1790000039000-failed-messages.js';
import { BuyersUnderReview1790000048001 } from './migrations/1790000048001-buyers-under-review.js';
import { RefundedLeads1790000048000 } from './migrations/1790000048000-refunded-leads.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';
import { Encryption1790000036000 } from './migrations/1790000036000-encryption.js';
import { ConsentDigestIndexes1790000036001 } from './migrations/1790000036001-consent-digest-indexes.js';
import { EncryptedSearch1790000036100 } from './migrations/1790000036100-encrypted-search.js';
import { SearchTokensIndex1790000036101 } from './migrations/1790000036101-search-tokens-index.js';
import { BuyersWhoDeclined1790000038000 } from './migrations/1790000038000-buyers-who-declined.js';
import { FindWaitingLeads1790000038001 } from './migrations/1790000038001-find-waiting-leads.js';
import { BuyerFilters1790000051000 } from './migrations/1790000051000-buyer-filters.js';
import { WaitingLeadsByClass1790000051001 } from './migrations/1790000051001-waiting-leads-by-class.js';
import { CardChanges1790000051002 } from './migrations/1790000051002-card-changes.js';
import { FunnelSettings1790000052000 } from './migrations/1790000052000-funnel-settings.js';
import { ProblemReports1790000055000 } from './migrations/1790000055000-problem-reports.js';
import { LeadDecisions1790000056600 } from './migrations/1790000056600-lead-decisions.js';
import { PhoneChecks1790000057000 } from './migrations/1790000057000-phone-checks.js';
import { ProviderStatus1790000038002 } from './migrations/1790000038002-provider-status.js';
import { UndeliveredLeads1790000163010 } from './migrations/1790000163010-undelivered-leads.js';
import { DeferredSoldLeads1790000163011 } from './migrations/1790000163011-deferred-sold-leads.js';
import { BuyerTies1790000163020 } from './migrations/1790000163020-buyer-ties.js';
import { SeenLeads1790000163000 } from './migrations/1790000163000-seen-leads.js';
import { BuyersWithBudget1790000164000 } from './migrations/1790000164000-buyers-with-budget.js';
import { PublishableKeys1790000165000 } from './migrations/1790000165000-publishable-keys.js';
import { PostedNames1790000165001 } from './migrations/1790000165001-posted-names.js';
import { ProofsOfConsent1790000165002 } from './migrations/1790000165002-proofs-of-consent.js';
import { FingerprintsOfPersons1790000165003 } from './migrations/1790000165003-fingerprints-of-persons.js';
import { VacuumSettings1790000069000 } from './migrations/1790000069000-vacuum-settings.js';

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

export const migrations = [
  CreateLeads1790000001000,
  SearchLeads1790000010000,
  SoldLeads1790000011000,
  FillSoldLeads1790000012000,
  OneIndexForABuyersLeads1790000013000,
  SearchBytes1790000014000,
  EligibilityChanged1790000020000,
  BuyerSettings1790000021000,
  FunnelKeyChanges1790000034001,
  Retention1790000035000,
  RetentionIndexes1790000035001,
  Encryption1790000036000,
  ConsentDigestIndexes1790000036001,
  EncryptedSearch1790000036100,
  SearchTokensIndex1790000036101,
  BuyerErasure1790000037000,
  BuyerErasureIndex1790000037001,
  BuyersWhoDeclined1790000038000,
  FindWaitingLeads1790000038001,
  ProviderStatus1790000038002,
  FailedMessages1790000039000,
  RefundedLeads1790000048000,
  BuyersUnderReview1790000048001,
  BuyerFilters1790000051000,
  WaitingLeadsByClass1790000051001,
  CardChanges1790000051002,
  FunnelSettings1790000052000,
  ProblemReports1790000055000,
  LeadDecisions1790000056600,
  PhoneChecks1790000057000,
  BuyerTimeZones1790000046001,
  LeadsOfFunnels1790000060000,
  DeliveryPauses1790000061000,
  CountedDeliveryPauses1790000067000,
  FunnelSettingsVersion1790000068000,
  OpenOffers1790000068010,
  VacuumSettings1790000069000,
  SeenLeads1790000163000,
  UndeliveredLeads1790000163010,
  DeferredSoldLeads1790000163011,
  BuyerTies1790000163020,
  BuyersWithBudget1790000164000,
  PublishableKeys1790000165000,
  PostedNames1790000165001,
  ProofsOfConsent1790000165002,
  FingerprintsOfPersons1790000165003,
];
