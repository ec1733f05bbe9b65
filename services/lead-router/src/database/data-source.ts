import { identifyingLeadFields } from '@desk/contracts';
import { appendOnly, type SchemaRights } from '@desk/service-kit';
import { BuyerEntity } from '../buyers/buyer.entity.js';
import { FunnelEntity } from '../funnels/funnel.entity.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { LeadOfferEntity } from '../routing/lead-offer.entity.js';
import { CreateLeads1790000001000 } from './migrations/1790000001000-create-leads.js';
import { SearchLeads1790000010000 } from './migrations/1790000010000-search-leads.js';
import { SoldLeads1790000011000 } from './migrations/1790000011000-sold-leads.js';
import { FillSoldLeads1790000012000 } from './migrations/1790000012000-fill-sold-leads.js';
import { OneIndexForABuyersLeads1790000013000 } from './migrations/1790000013000-one-index-for-a-buyers-leads.js';
import { SearchBytes1790000014000 } from './migrations/1790000014000-search-bytes.js';
import { EligibilityChanged1790000020000 } from './migrations/1790000020000-eligibility-changed.js';
import { BuyerSettings1790000021000 } from './migrations/1790000021000-buyer-settings.js';
import { FunnelKeyChanges1790000034001 } from './migrations/1790000034001-funnel-key-changes.js';
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';

/** What retention overwrites. */
const removedLeadColumns = [
  ...identifyingLeadFields.map(([, { column }]) => column),
  'consent',
  'reference',
  'body_hash',
  'contact_removed_at',
];

export const database = {
  schema: 'leads',
  entities: [LeadEntity, LeadOfferEntity, BuyerEntity, FunnelEntity],
  tables: {
    funnels: appendOnly,
    funnel_keys: { update: ['revoked_at'] },
    funnel_key_changes: { delete: true },
    rejections: { update: true },
    /** What the funnel posted stays as it came; what identifies the person can be removed. */
    leads: { update: ['status', 'offers_made', 'sold_at', ...removedLeadColumns] },
    lead_search: { update: ['name', 'text'] },
    lead_fingerprints: { update: true, delete: true },
    /** Locking rows before they are deleted needs the right to update a column, though none is ever updated. */
    consent_records: { update: ['funnel_id'], delete: true },
    buyers: { update: true },
    buyer_changes: appendOnly,
    lead_offers: { update: ['status', 'settled_at', 'decline_code'] },
    sold_leads: { update: true },
    feed_heads: { update: true },
    buyer_feed: { delete: true },
  } satisfies SchemaRights,
};
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
];
