import type { Person } from './person-generator.js';

/** Field name → value, as a funnel posts it. */
export type LeadBody = Readonly<Record<string, string | number>>;

/** Returns the lead with the documented field names. */
export const leadBody = (person: Person): LeadBody => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: `+1${person.phone}`,
  state: person.state,
  zip_code: person.zip,
  age: person.ageYears,
  estimated_assets: person.assetsDollars,
  purchase_timeline: person.timeline,
  lead_type: person.leadType,
});
