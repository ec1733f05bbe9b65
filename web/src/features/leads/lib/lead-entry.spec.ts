import { LEAD_PRICE_CENTS } from '@desk/contracts/money';
import { describe, expect, it } from '@jest/globals';
import { defaultFilters } from './filters';
import { toEntryPage, toSampleEntryPage } from './lead-entry';
import { createSampleLeads } from './sample-leads';

const now = Date.parse('2026-01-05T14:30:00.000Z');
const samples = createSampleLeads(now);
const find = (change: Partial<typeof defaultFilters>) =>
  toSampleEntryPage(samples, { ...defaultFilters, ...change }, now);

describe('createSampleLeads', () => {
  it('returns the same 50 leads every time, newest first', () => {
    expect(samples).toHaveLength(50);
    expect(createSampleLeads(now)).toEqual(samples);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(50);
    const dates = samples.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('uses every documented value of every field', () => {
    const values = (field: 'state' | 'ageRange' | 'assets' | 'type' | 'priceCents') =>
      [...new Set(samples.map((sample) => sample[field]))].sort();
    expect(values('state')).toEqual(['CA', 'FL', 'IL', 'NY', 'TX']);
    expect(values('ageRange')).toEqual(['55-60', '61-65', '66-70', '71-75']);
    expect(values('assets')).toEqual(['$100K-$250K', '$1M+', '$250K-$500K', '$500K-$1M']);
    expect(values('type')).toEqual(['Fixed', 'Indexed', 'MYGA']);
    expect(values('priceCents')).toEqual([LEAD_PRICE_CENTS]);
  });

  it('uses contact details that reach nobody', () => {
    for (const { email, phone } of samples) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
      expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
    }
  });

  it('delivers each lead within seconds and none in the future', () => {
    for (const { createdAt, deliveredAt } of samples) {
      const deliveryMs = Date.parse(deliveredAt) - Date.parse(createdAt);
      expect(deliveryMs).toBeGreaterThan(0);
      expect(deliveryMs).toBeLessThan(3_000);
      expect(Date.parse(deliveredAt)).toBeLessThan(now);
    }
  });

  it('has leads for every date filter, and more for longer ones', () => {
    const totals = (['1', '7', '14', '30', null] as const).map((days) => find({ days }).total);
    expect(totals[0]).toBeGreaterThan(0);
    expect(totals).toEqual([...new Set(totals)].sort((a, b) => a - b));
    expect(totals.at(-1)).toBe(50);
  });
});

describe('toSampleEntryPage', () => {
  it('returns pages of ten', () => {
    expect(find({})).toMatchObject({ total: 50, pages: 5 });
    expect(find({}).entries.map(({ id }) => id)).toEqual(samples.slice(0, 10).map(({ id }) => id));
    expect(find({ page: 5 }).entries.at(-1)?.id).toBe('sample-50');
    expect(find({ page: 6 }).entries).toEqual([]);
  });

  it('searches name, email, phone and state', () => {
    const [first] = samples;
    if (!first) throw new Error('there are no samples');
    const byName = find({ search: first.lastName.toUpperCase() });
    expect(byName.entries.length).toBeGreaterThan(0);
    expect(byName.entries.every(({ name }) => name.includes(first.lastName))).toBe(true);
    expect(find({ search: first.email }).entries[0]?.id).toBe(first.id);
    const nationalNumber = first.phone.slice(2);
    const formatted = `(${nationalNumber.slice(0, 3)}) ${nationalNumber.slice(3, 6)}-${nationalNumber.slice(6)}`;
    expect(find({ search: formatted }).entries[0]?.id).toBe(first.id);
    const inTexas = samples.filter(({ state }) => state === 'TX').length;
    expect(find({ search: 'tx' }).total).toBe(inTexas);
  });

  it('returns one empty page when nothing matches', () => {
    expect(find({ search: 'nobody at all' })).toEqual({ entries: [], total: 0, pages: 1 });
  });
});

describe('toEntryPage', () => {
  const lead = {
    id: '5b8f2a10-93c4-4f77-8a1e-0c6d7e8f9a01',
    fullName: 'Rosalind Achterberg',
    email: 'rosalind@example.com',
    phone: '+15125550142',
    state: 'TX',
    zipCode: '78701',
    ageRange: '66-70',
    estimatedAssets: '$250K-$500K',
    purchaseTimeline: '0-3 months',
    leadType: 'Fixed',
    price: '80.00',
    soldAt: '2026-01-05T14:30:00.000Z',
    deliveredAt: null,
    refundedAt: null,
    disposition: 'contacted',
  } as const;

  it('shows cents only in prices that have them', () => {
    const page = { leads: [lead, { ...lead, price: '79.50' }], total: 12, page: 1, pages: 2, any: true };
    const { entries, ...rest } = toEntryPage(page);
    expect(rest).toEqual({ total: 12, pages: 2 });
    expect(entries.map(({ price }) => price)).toEqual(['$80', '$79.50']);
    expect(entries[0]).toMatchObject({
      isSample: false,
      name: lead.fullName,
      date: lead.soldAt,
      deliveredAt: null,
    });
  });
});

it('shows no contact details of a lead that was given back', () => {
  const lead = {
    ...{ id: '1', fullName: 'Removed', email: 'Removed', phone: 'Removed', zipCode: 'Removed', state: 'NY' },
    ...{ ageRange: '61-65', estimatedAssets: '$1M+', purchaseTimeline: '0-3 months', leadType: 'MYGA' },
    ...{ price: '80.00', soldAt: '2026-01-05T14:30:00.000Z', deliveredAt: null, disposition: 'new' as const },
    ...{ refundedAt: null, isContactWithheld: true },
  };
  const page = { leads: [lead], total: 1, page: 1, pages: 1, any: true };
  expect(toEntryPage(page).entries).toMatchObject([{ name: 'Refunded lead', isContactWithheld: true }]);
});
