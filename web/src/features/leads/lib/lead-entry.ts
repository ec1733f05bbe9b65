import type { LeadItem, LeadsPage } from '@desk/contracts/leads/sold-leads.http';
import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import { type LeadFilters, PAGE_SIZE } from './filters';
import type { SampleLead } from './sample-leads';

/** A lead as the list shows it, the agent's own or a sample. */
export interface LeadEntry {
  readonly id: string;
  readonly isSample: boolean;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly state: string;
  readonly ageRange: string;
  readonly assets: string;
  readonly type: string;
  readonly price: string;
  readonly date: string;
  readonly deliveredAt: string | null;
  readonly disposition: Disposition;
}

/** One page of a list, and how much there is. */
export interface EntryPage {
  readonly entries: readonly LeadEntry[];
  readonly total: number;
  readonly pages: number;
}

const ofLead = (lead: LeadItem): LeadEntry => ({
  id: lead.id,
  isSample: false,
  name: lead.fullName,
  email: lead.email,
  phone: lead.phone,
  state: lead.state,
  ageRange: lead.ageRange,
  assets: lead.estimatedAssets,
  type: lead.leadType,
  // '80.00' is written '$80', and only a price with cents with them.
  price: `$${lead.price.replace(/\.00$/, '')}`,
  date: lead.soldAt,
  deliveredAt: lead.deliveredAt,
  disposition: lead.disposition,
});

export const ofServer = ({ leads, total, pages }: LeadsPage): EntryPage => ({
  entries: leads.map(ofLead),
  total,
  pages,
});

const ofSample = ({ firstName, lastName, price, createdAt, ...sample }: SampleLead): LeadEntry => ({
  ...sample,
  isSample: true,
  name: `${firstName} ${lastName}`,
  price: `$${price}`,
  date: createdAt,
  disposition: 'new',
});

const DAY = 86_400_000;
/** So many digits are part of a phone number, fewer of anything. */
const PHONE_DIGITS = 3;

function isFound({ name, email, phone, state }: LeadEntry, search: string): boolean {
  const term = search.toLowerCase();
  const digits = /^[\d\s().+-]+$/.test(term) ? term.replaceAll(/\D/g, '') : '';
  return (
    state.toLowerCase() === term ||
    name.toLowerCase().includes(term) ||
    email.includes(term) ||
    (digits.length >= PHONE_DIGITS && phone.includes(digits))
  );
}

/** The same search, dates and pages as the server has for leads that were bought. */
export function ofSamples(samples: readonly SampleLead[], filters: LeadFilters, now: number): EntryPage {
  const { search, days, page } = filters;
  const since = days === null ? 0 : now - Number(days) * DAY;
  const found = samples
    .map(ofSample)
    .filter((entry) => Date.parse(entry.date) >= since && (search === '' || isFound(entry, search)));
  return {
    entries: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    pages: Math.max(1, Math.ceil(found.length / PAGE_SIZE)),
  };
}
