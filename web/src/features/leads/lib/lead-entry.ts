import { formatPrice } from '@desk/contracts/format/price';
import type { LeadItem, LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { type Disposition, LEADS_PAGE_SIZE } from '@desk/contracts/leads/sold-leads.values';
import { toCents } from '@desk/contracts/money';
import { REFUNDED_LEAD } from './lead-labels';
import type { LeadFilters } from './filters';
import type { SampleLead } from './sample-leads';

/** A lead in the list: the agent's own or a sample. */
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
  readonly isRefunded: boolean;
  /** Its contact details were removed, because it was given back. */
  readonly isContactWithheld: boolean;
}

export interface EntryPage {
  readonly entries: readonly LeadEntry[];
  /** Entries on all pages. */
  readonly total: number;
  /** At least 1. */
  readonly pages: number;
}

const toEntry = (lead: LeadItem): LeadEntry => ({
  id: lead.id,
  isSample: false,
  name: lead.isContactWithheld === true ? REFUNDED_LEAD : lead.fullName,
  email: lead.email,
  phone: lead.phone,
  state: lead.state,
  ageRange: lead.ageRange,
  assets: lead.estimatedAssets,
  type: lead.leadType,
  price: formatPrice(toCents(lead.price)),
  date: lead.soldAt,
  deliveredAt: lead.deliveredAt,
  disposition: lead.disposition,
  isRefunded: (lead.refundedAt ?? null) !== null,
  isContactWithheld: lead.isContactWithheld === true,
});

export const toEntryPage = ({ leads, total, pages }: LeadsPage): EntryPage => ({
  entries: leads.map(toEntry),
  total,
  pages,
});

const toSampleEntry = ({ firstName, lastName, priceCents, createdAt, ...sample }: SampleLead): LeadEntry => ({
  ...sample,
  isSample: true,
  name: `${firstName} ${lastName}`,
  price: formatPrice(priceCents),
  date: createdAt,
  disposition: 'new',
  isRefunded: false,
  isContactWithheld: false,
});

const DAY_MS = 86_400_000;
/** Fewer digits would match almost every phone number. */
const MIN_PHONE_DIGITS = 3;

function matchesSearch({ name, email, phone, state }: LeadEntry, search: string): boolean {
  const term = search.toLowerCase();
  const digits = /^[\d\s().+-]+$/.test(term) ? term.replaceAll(/\D/g, '') : '';
  return (
    state.toLowerCase() === term ||
    name.toLowerCase().includes(term) ||
    email.includes(term) ||
    (digits.length >= MIN_PHONE_DIGITS && phone.includes(digits))
  );
}

/** Filters and pages samples the way the API does for real leads. */
export function toSampleEntryPage(
  samples: readonly SampleLead[],
  filters: LeadFilters,
  now: number,
): EntryPage {
  const { search, days, page } = filters;
  const since = days === null ? 0 : now - Number(days) * DAY_MS;
  const matches = samples
    .map(toSampleEntry)
    .filter((entry) => Date.parse(entry.date) >= since && (search === '' || matchesSearch(entry, search)));
  return {
    entries: matches.slice((page - 1) * LEADS_PAGE_SIZE, page * LEADS_PAGE_SIZE),
    total: matches.length,
    pages: Math.max(1, Math.ceil(matches.length / LEADS_PAGE_SIZE)),
  };
}
