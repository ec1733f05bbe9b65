import { describe, expect, it } from '@jest/globals';
import { newest } from './filters';
import { ofSamples, ofServer } from './lead-entry';
import { sampleLeads } from './sample-leads';

const now = Date.parse('2026-01-05T14:30:00.000Z');
const samples = sampleLeads(now);
const find = (change: Partial<typeof newest>) => ofSamples(samples, { ...newest, ...change }, now);

describe('sample leads', () => {
  it('are fifty, always the same, newest first', () => {
    expect(samples).toHaveLength(50);
    expect(sampleLeads(now)).toEqual(samples);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(50);
    const dates = samples.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('have the documented fields, each value of them used', () => {
    const values = (field: 'state' | 'ageRange' | 'assets' | 'type' | 'price') =>
      [...new Set(samples.map((sample) => sample[field]))].sort();
    expect(values('state')).toEqual(['CA', 'FL', 'IL', 'NY', 'TX']);
    expect(values('ageRange')).toEqual(['55-60', '61-65', '66-70', '71-75']);
    expect(values('assets')).toEqual(['$100K-$250K', '$1M+', '$250K-$500K', '$500K-$1M']);
    expect(values('type')).toEqual(['Fixed', 'Indexed', 'MYGA']);
    expect(values('price')).toEqual([80]);
  });

  it('reach nobody', () => {
    for (const { email, phone } of samples) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
      expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
    }
  });

  it('are delivered just after they came, and none in the future', () => {
    for (const { createdAt, deliveredAt } of samples) {
      const took = Date.parse(deliveredAt) - Date.parse(createdAt);
      expect(took).toBeGreaterThan(0);
      expect(took).toBeLessThan(3_000);
      expect(Date.parse(deliveredAt)).toBeLessThan(now);
    }
  });

  it('give every date filter some, and each longer one more', () => {
    const totals = (['1', '7', '14', '30', null] as const).map((days) => find({ days }).total);
    expect(totals[0]).toBeGreaterThan(0);
    expect(totals).toEqual([...new Set(totals)].sort((a, b) => a - b));
    expect(totals.at(-1)).toBe(50);
  });
});

describe('the list of samples', () => {
  it('has pages of ten', () => {
    expect(find({})).toMatchObject({ total: 50, pages: 5 });
    expect(find({}).entries.map(({ id }) => id)).toEqual(samples.slice(0, 10).map(({ id }) => id));
    expect(find({ page: 5 }).entries.at(-1)?.id).toBe('sample-50');
    expect(find({ page: 6 }).entries).toEqual([]);
  });

  it('is searched by name, email, phone and state', () => {
    const [first] = samples;
    if (!first) throw new Error('there are no samples');
    const named = find({ search: first.lastName.toUpperCase() });
    expect(named.entries.length).toBeGreaterThan(0);
    expect(named.entries.every(({ name }) => name.includes(first.lastName))).toBe(true);
    expect(find({ search: first.email }).entries[0]?.id).toBe(first.id);
    const national = first.phone.slice(2);
    const written = `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`;
    expect(find({ search: written }).entries[0]?.id).toBe(first.id);
    const inTexas = samples.filter(({ state }) => state === 'TX').length;
    expect(find({ search: 'tx' }).total).toBe(inTexas);
  });

  it('has one empty page when nothing is found', () => {
    expect(find({ search: 'nobody at all' })).toEqual({ entries: [], total: 0, pages: 1 });
  });
});

describe('leads of the server', () => {
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
    disposition: 'contacted',
  } as const;

  it('are shown with the price as people write it', () => {
    const page = { leads: [lead, { ...lead, price: '79.50' }], total: 12, page: 1, pages: 2, any: true };
    const { entries, ...rest } = ofServer(page);
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
