import type { Lead as CanonicalLead } from '@desk/contracts';
import type { Lead } from '../database/entities/lead.entity.js';

/** The stored lead in the canonical form that messages carry. */
export const toCanonical = (lead: Lead): CanonicalLead => ({
  fullName: lead.fullName,
  phone: lead.phone,
  email: lead.email,
  state: lead.state as CanonicalLead['state'],
  zipCode: lead.zipCode,
  ageRange: lead.ageRange as CanonicalLead['ageRange'],
  estimatedAssets: lead.estimatedAssets as CanonicalLead['estimatedAssets'],
  purchaseTimeline: lead.purchaseTimeline as CanonicalLead['purchaseTimeline'],
  leadType: lead.leadType as CanonicalLead['leadType'],
  ...(lead.consent ? { consent: lead.consent } : {}),
  ...(lead.reference === null ? {} : { reference: lead.reference }),
});
