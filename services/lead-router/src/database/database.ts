import { Buyer } from './entities/buyer.entity.js';
import { Funnel } from './entities/funnel.entity.js';
import { LeadOffer } from './entities/lead-offer.entity.js';
import { Lead } from './entities/lead.entity.js';
import { BuyerSettings1790000021000 } from './migrations/1790000021000-buyer-settings.js';
import { CreateLeads1790000001000 } from './migrations/1790000001000-create-leads.js';
import { SearchLeads1790000010000 } from './migrations/1790000010000-search-leads.js';
import { SoldLeads1790000011000 } from './migrations/1790000011000-sold-leads.js';
import { FillSoldLeads1790000012000 } from './migrations/1790000012000-fill-sold-leads.js';
import { OneIndexForABuyersLeads1790000013000 } from './migrations/1790000013000-one-index-for-a-buyers-leads.js';
import { SearchBytes1790000014000 } from './migrations/1790000014000-search-bytes.js';
import { EligibilityChanged1790000020000 } from './migrations/1790000020000-eligibility-changed.js';

export const database = { schema: 'leads', entities: [Lead, LeadOffer, Buyer, Funnel] };
export const migrations = [
  CreateLeads1790000001000,
  SearchLeads1790000010000,
  SoldLeads1790000011000,
  FillSoldLeads1790000012000,
  OneIndexForABuyersLeads1790000013000,
  SearchBytes1790000014000,
  EligibilityChanged1790000020000,
  BuyerSettings1790000021000,
];
