import { describe, expect, it } from '@jest/globals';
import { toDay } from '@/lib/dates';
import { showTimesIn } from '@/lib/time-zone';
import { defaultFilters, leadParams } from './filters';
import { getLeadName } from './lead-labels';
import { createSampleLeads, findSamples } from './sample-leads';

const now = Date.parse('2026-01-05T14:30:00.000Z');
const samples = createSampleLeads(now);
const find = (change: Partial<typeof defaultFilters>) => findSamples({ ...defaultFilters, ...change }, now);

describe('createSampleLeads', () => {
  it('returns the same 50 leads every time, newest first', () => {
    expect(samples).toHaveLength(50);
    expect(createSampleLeads(now)).toEqual(samples);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(50);
    const dates = samples.map(({ soldAt }) => soldAt);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('uses every documented value of every field', () => {
    const values = (field: 'state' | 'ageRange' | 'estimatedAssets' | 'leadType' | 'price') =>
      [...new Set(samples.map((sample) => sample[field]))].sort();
    expect(values('state')).toEqual(['CA', 'FL', 'IL', 'NY', 'TX']);
    expect(values('ageRange')).toEqual(['55-60', '61-65', '66-70', '71-75']);
    expect(values('estimatedAssets')).toEqual(['$100K-$250K', '$1M+', '$250K-$500K', '$500K-$1M']);
    expect(values('leadType')).toEqual(['Fixed', 'Indexed', 'MYGA']);
    expect(values('price')).toEqual(['80.00']);
  });

  it('uses contact details that reach nobody', () => {
    for (const { email, phone } of samples) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
      expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
    }
  });

  it('delivers each lead within seconds and none in the future', () => {
    for (const { soldAt, deliveredAt } of samples) {
      const deliveryMs = Date.parse(deliveredAt ?? '') - Date.parse(soldAt);
      expect(deliveryMs).toBeGreaterThan(0);
      expect(deliveryMs).toBeLessThan(3_000);
      expect(Date.parse(deliveredAt ?? '')).toBeLessThan(now);
    }
  });

  it('has leads for every date filter, and more for longer ones', () => {
    const totals = (['1', '7', '14', '30', null] as const).map((days) => find({ days }).total);
    expect(totals[0]).toBeGreaterThan(0);
    expect(totals).toEqual([...new Set(totals)].sort((a, b) => a - b));
    expect(totals.at(-1)).toBe(50);
  });
});

describe('findSamples', () => {
  it('returns pages of ten', () => {
    expect(find({})).toMatchObject({ total: 50, pages: 5 });
    expect(find({}).leads.map(({ id }) => id)).toEqual(samples.slice(0, 10).map(({ id }) => id));
    expect(find({ page: 5 }).leads.at(-1)?.id).toBe('sample-50');
    expect(find({ page: 6 }).leads).toEqual([]);
  });

  it('searches name, email, phone and state', () => {
    const [first] = samples;
    if (!first) throw new Error('there are no samples');
    const [, lastName = ''] = first.fullName.split(' ');
    const byName = find({ search: lastName.toUpperCase() });
    expect(byName.leads.length).toBeGreaterThan(0);
    expect(byName.leads.every(({ fullName }) => fullName.includes(lastName))).toBe(true);
    expect(find({ search: first.email }).leads[0]?.id).toBe(first.id);
    const nationalNumber = first.phone.slice(2);
    const formatted = `(${nationalNumber.slice(0, 3)}) ${nationalNumber.slice(3, 6)}-${nationalNumber.slice(6)}`;
    expect(find({ search: formatted }).leads[0]?.id).toBe(first.id);
    const inTexas = samples.filter(({ state }) => state === 'TX').length;
    expect(find({ search: 'tx' }).total).toBe(inTexas);
  });

  it.each([
    ['state', 'state', 'TX'],
    ['leadType', 'leadType', 'MYGA'],
    ['ageRange', 'ageRange', '66-70'],
    ['assetBand', 'estimatedAssets', '$1M+'],
  ] as const)('filters by %s', (name, field, value) => {
    const expected = samples.filter((sample) => sample[field] === value);
    expect(expected.length).toBeGreaterThan(0);
    const found = find({ [name]: value });
    expect(found.total).toBe(expected.length);
    expect(found.leads.every((lead) => lead[field] === value)).toBe(true);
  });

  it('filters by status: all samples are new', () => {
    expect(find({ disposition: 'new' }).total).toBe(50);
    expect(find({ disposition: 'won' }).total).toBe(0);
  });

  it('finds no sample to call back', () => {
    for (const reminder of ['due', 'today', 'set'] as const) expect(find({ reminder }).total).toBe(0);
  });

  it("filters by calendar days in the agent's time zone, both included", () => {
    showTimesIn('America/Los_Angeles');
    const countOn = (day: string) => samples.filter(({ soldAt }) => toDay(soldAt) === day).length;
    expect(countOn('2026-01-04')).toBeGreaterThan(0);
    expect(find({ from: '2026-01-04', to: '2026-01-04' }).total).toBe(countOn('2026-01-04'));
    const before = find({ to: '2026-01-03' }).total;
    const since = find({ from: '2026-01-04' }).total;
    expect(before).toBeGreaterThan(0);
    expect(before + since).toBe(50);
    showTimesIn(undefined);
  });

  it('applies all filters together', () => {
    const [first] = samples;
    if (!first) throw new Error('there are no samples');
    const { state, leadType, ageRange, assetBand } = leadParams;
    const filters = {
      search: first.fullName,
      days: '1',
      disposition: 'new',
      state: state.parse(first.state),
      leadType: leadType.parse(first.leadType),
      ageRange: ageRange.parse(first.ageRange),
      assetBand: assetBand.parse(first.estimatedAssets),
    } as const;
    expect(find(filters).leads.map(({ id }) => id)).toContain(first.id);
    expect(find({ ...filters, state: 'WY' }).total).toBe(0);
  });

  it('returns one empty page when nothing matches', () => {
    expect(find({ search: 'nobody at all' })).toEqual({ leads: [], total: 0, pages: 1 });
  });
});

it('shows no name of a lead that was given back', () => {
  expect(getLeadName({ fullName: 'Removed', isContactWithheld: true })).toBe('Refunded lead');
  expect(getLeadName({ fullName: 'Rosalind Achterberg' })).toBe('Rosalind Achterberg');
});
