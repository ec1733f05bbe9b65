import { Buyer } from './entities/buyer.entity.js';
import { Funnel } from './entities/funnel.entity.js';
import { LeadOffer } from './entities/lead-offer.entity.js';
import { Lead } from './entities/lead.entity.js';
import { CreateLeads1790000001000 } from './migrations/1790000001000-create-leads.js';

export const database = { schema: 'leads', entities: [Lead, LeadOffer, Buyer, Funnel] };
export const migrations = [CreateLeads1790000001000];
