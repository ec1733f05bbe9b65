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
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';

export const database = {
  schema: 'leads',
  entities: [LeadEntity, LeadOfferEntity, BuyerEntity, FunnelEntity],
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
  Retention1790000035000,
  RetentionIndexes1790000035001,
];
