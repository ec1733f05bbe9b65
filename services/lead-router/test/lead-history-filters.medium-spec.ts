import { randomUUID } from 'node:crypto';
import { type Campaign, formatCampaign, type LeadState, leadStatusFilters, leadTypes } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { toSearchTexts } from '../src/search/lead-index.js';
import type { LeadFilters } from '../src/search/lead-search.repository.js';
import { parseSearch } from '../src/search/search-terms.js';
import { RandomLeads } from './random-leads.js';
import { type SearchFixture, startSearchFixture } from './search.fixture.js';

const LEADS = 1_000;
const LISTS = 300;
/** The leads cover four days in New York. In the night to March 8, clocks went forward there. */
const NEWEST = Date.parse('2026-03-10T12:00:00Z');
const DAYS = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'] as const;
const STATES = ['NY', 'TX', 'WY'] as const;
const CAMPAIGNS = [
  { source: '', name: '' },
  { source: 'google', name: 'retire-early' },
  { source: 'facebook', name: 'retire-early' },
  { source: 'google', name: '' },
  { source: '', name: 'retire-early' },
] as const;

interface Reference {
  readonly id: string;
  readonly status: LeadState;
  readonly isRefunded: boolean;
  readonly funnelId: string;
  readonly state: string;
  readonly leadType: string;
  readonly campaign: Campaign;
  readonly buyerId: string | null;
  readonly createdAt: Date;
}

const random = new RandomLeads(20_260_308);
const contacts = Array.from({ length: LEADS }, () => ({ ...random.contact(), state: random.pick(STATES) }));
let texts: ReadonlyMap<string | undefined, ReadonlySet<string>>;
const otherFunnelId = randomUUID();
let fixture: SearchFixture;
/** Newest first. */
let references: Reference[];

const toText = ({ field, text }: { field: string; text: string }): string => `${field}:${text}`;
const toDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' });

beforeAll(async () => {
  fixture = await startSearchFixture();
  await fixture.query("INSERT INTO funnels (id, name) VALUES ($1, 'Other funnel')", [otherFunnelId]);
  const funnelIds = [fixture.funnelId, otherFunnelId];
  const ids = await fixture.addLeads(
    contacts.map((contact, number) => {
      // Two leads every 12 minutes, so that two arrive at each midnight.
      const createdAt = new Date(NEWEST - Math.floor(number / 2) * 12 * 60_000);
      const { source: campaignSource, name: campaign } = random.pick(CAMPAIGNS);
      const [funnelId, leadType] = [random.pick(funnelIds), random.pick(leadTypes)];
      return {
        contact,
        keyId: 'current',
        createdAt,
        filtered: { funnelId, leadType, campaignSource, campaign },
      };
    }),
  );
  texts = new Map(
    contacts.map((contact, number) => [ids[number], new Set(toSearchTexts(contact).map(toText))]),
  );
  const sold = ids.filter((_id, number) => number % 3 === 0);
  await fixture.sell(sold);
  await fixture.query('UPDATE sold_leads SET refunded_at = now() WHERE lead_id = ANY($1)', [
    sold.filter((_id, number) => number % 4 === 0),
  ]);
  for (const [status, rest] of [
    ['reserved', 1],
    ['expired', 2],
  ] as const)
    await fixture.query('UPDATE leads SET status = $1 WHERE id = ANY($2)', [
      status,
      ids.filter((_id, number) => number % 6 === rest),
    ]);
  await fixture.vacuum();
  references = await fixture.query<Reference>(
    `SELECT l.id, l.status, s.refunded_at IS NOT NULL AS "isRefunded", l.funnel_id AS "funnelId", l.state,
            l.lead_type AS "leadType", json_build_object('source', l.campaign_source, 'name', l.campaign) AS campaign,
            s.buyer_id AS "buyerId", l.created_at AS "createdAt"
       FROM leads l LEFT JOIN sold_leads s ON s.lead_id = l.id ORDER BY l.created_at DESC, l.id DESC`,
  );
});
afterAll(() => fixture.stop());

function isLeft(lead: Reference, { status, from, to, campaign, ...equal }: LeadFilters): boolean {
  const day = toDay.format(lead.createdAt);
  const hasStatus =
    status === null ||
    (status === 'unsold'
      ? lead.status !== 'sold'
      : status === 'refunded'
        ? lead.isRefunded
        : lead.status === status);
  const isEqual = (['funnelId', 'state', 'leadType', 'buyerId'] as const).every(
    (name) => equal[name] === undefined || lead[name] === equal[name],
  );
  const isOfCampaign = campaign === undefined || formatCampaign(campaign) === formatCampaign(lead.campaign);
  return (
    hasStatus &&
    isEqual &&
    isOfCampaign &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  );
}

const listExpected = (filters: LeadFilters, search = ''): string[] =>
  references
    .filter((lead) => isLeft(lead, filters))
    .filter(({ id }) =>
      parseSearch(search).every((term) => term.some((one) => texts.get(id)?.has(toText(one)) === true)),
    )
    .map(({ id }) => id);

/** Returns an object with the value, or an empty one. */
const maybe = <Name extends string, Value>(name: Name, values: readonly Value[]): { [_ in Name]?: Value } =>
  random.next(2) === 0 ? {} : ({ [name]: random.pick(values) } as { [_ in Name]?: Value });

const chooseFilters = (): LeadFilters => ({
  status: random.pick([null, null, ...leadStatusFilters]),
  ...maybe('from', DAYS),
  ...maybe('to', DAYS),
  ...maybe('funnelId', [fixture.funnelId, otherFunnelId]),
  ...maybe('state', STATES),
  ...maybe('leadType', leadTypes),
  ...maybe('campaign', CAMPAIGNS),
});

describe('the list of all leads', () => {
  test.each(['newest', 'oldest'] as const)(
    'returns the leads that match when compared one by one, %s first, with or without a search',
    async (order) => {
      const different: object[] = [];
      let matched = 0;
      for (let list = 0; list < LISTS; list += 1) {
        const filters = chooseFilters();
        const search = random.pick(['', random.search(contacts)]);
        const limit = random.pick([1, 10, 51]);
        const expected = listExpected(filters, search);
        const inOrder = order === 'newest' ? expected : expected.toReversed();
        const terms = parseSearch(search);
        const found = await fixture.leads.search({ ...filters, terms, order, after: null, limit });
        if (found.join() !== inOrder.slice(0, limit).join())
          different.push({ ...filters, search, found: found.length, expected: expected.length });
        if (expected.length > 0) matched += 1;
      }
      expect(different).toEqual([]);
      // With fewer matches the lists would prove little.
      expect(matched).toBeGreaterThan(LISTS / 4);
    },
  );

  test('returns the same leads when filtered by buyer', async () => {
    for (let list = 0; list < LISTS / 10; list += 1) {
      const filters = { ...chooseFilters(), buyerId: fixture.buyerId };
      const query = { ...filters, terms: [], order: 'newest', after: null, limit: LEADS } as const;
      expect(await fixture.leads.search(query)).toEqual(listExpected(filters));
    }
  });

  test('is counted, up to a limit', async () => {
    for (let list = 0; list < LISTS / 10; list += 1) {
      const filters = chooseFilters();
      const { length } = listExpected(filters);
      expect(await fixture.leads.count(filters, LEADS)).toBe(length);
      expect(await fixture.leads.count(filters, 20)).toBe(Math.min(length, 20));
    }
    const ofBuyer = { status: null, buyerId: fixture.buyerId } as const;
    expect(await fixture.leads.count(ofBuyer, LEADS)).toBe(listExpected(ofBuyer).length);
  });

  test('follows from page to page without gaps', async () => {
    const filters = { status: 'unsold', from: '2026-03-07', to: '2026-03-09', state: 'TX' } as const;
    const found: string[] = [];
    let after: { at: string; id: string } | null = null;
    for (;;) {
      const query = { ...filters, terms: [], order: 'newest', after, limit: 7 } as const;
      const page = await fixture.leads.search(query);
      found.push(...page);
      const last = references.find(({ id }) => id === page.at(-1));
      if (page.length < 7 || last === undefined) break;
      after = { at: last.createdAt.toISOString(), id: last.id };
    }
    expect(found).toEqual(listExpected(filters));
    expect(found.length).toBeGreaterThan(20);
  });

  test('reads one index for the leads of a campaign', async () => {
    const statements = jest.spyOn(fixture.dataSource, 'query');
    const filters = { status: 'sold', campaign: CAMPAIGNS[1] } as const;
    await fixture.leads.search({ ...filters, terms: [], order: 'newest', after: null, limit: 51 });
    await fixture.leads.count(filters, LEADS);
    const sent = statements.mock.calls.splice(0);
    statements.mockRestore();
    for (const [sql, parameters] of sent) {
      const rows = await fixture.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters as unknown[]);
      const scans = rows
        .map((row) => row['QUERY PLAN'])
        .filter((line) => / on (leads|lead_search) /.test(line));
      expect(scans).toEqual([expect.stringContaining('Index Only Scan')]);
      expect(scans[0]).toMatch(/ using leads_of_campaign on leads l /);
    }
  });

  test('is empty for a period that ends before it begins', async () => {
    const filters = { status: null, from: '2026-03-09', to: '2026-03-08' } as const;
    expect(await fixture.leads.count(filters, LEADS)).toBe(0);
  });

  test('uses the days of another reporting time zone', async () => {
    const filters = { status: null, from: '2026-03-10', to: '2026-03-10' } as const;
    const before = await fixture.leads.count(filters, LEADS);
    await fixture.query("UPDATE report_zone SET time_zone = 'UTC'");
    // Days in New York begin four hours later.
    expect(await fixture.leads.count(filters, LEADS)).toBe(before + 4 * 5 * 2);
  });
});
