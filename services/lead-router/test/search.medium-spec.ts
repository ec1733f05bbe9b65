import type { LeadState } from '@desk/contracts';
import { estimateRows, type KeysetOrder } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { matchesTerms, parseNameSearch, parseSearch, type SearchTerm } from '../src/search/search-terms.js';
import { type Contact, RandomLeads } from './random-leads.js';
import { type SearchFixture, startSearchFixture } from './search.fixture.js';

const LEADS = 1_500;
const SEARCHES = 300;
const NEWEST = Date.now();

/** A lead as the database formatted it for search before it was encrypted. */
interface Reference {
  readonly id: string;
  readonly status: LeadState;
  readonly name: string;
  readonly text: string;
}

const random = new RandomLeads(20_260_301);
const contacts: Contact[] = Array.from({ length: LEADS }, () => random.contact());
let fixture: SearchFixture;
/** Newest first. */
let references: Reference[];

beforeAll(async () => {
  fixture = await startSearchFixture();
  const ids: string[] = [];
  for (const [number, contact] of contacts.entries()) {
    const form = random.pick(['readable', 'current', 'current', 'older'] as const);
    // Several leads arrive in the same millisecond.
    ids.push(await fixture.addLead(contact, form, new Date(NEWEST - Math.floor(number / 3) * 60_000)));
  }
  await fixture.sell(ids.filter((_id, number) => number % 2 === 0));
  await fixture.query('ANALYZE lead_search, leads, sold_leads');
  references = await fixture.query<Reference>(
    `SELECT l.id, l.status, ' ' || fold_text(c.name) || ' ' AS name, search_text(c.name, c.email, c.phone, c.state) AS text
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) AS c (id, name, email, phone, state)
       JOIN leads l ON l.id = c.id ORDER BY l.created_at DESC, l.id DESC`,
    [
      ids,
      contacts.map(({ fullName }) => fullName),
      contacts.map(({ email }) => email),
      contacts.map(({ phone }) => phone),
      contacts.map(({ state }) => state),
    ],
  );
});
afterAll(() => fixture.stop());

const expectedIds = (terms: readonly SearchTerm[], searchIn: 'name' | 'text', status: LeadState | null) =>
  references
    .filter((lead) => status === null || lead.status === status)
    .filter((lead) => matchesTerms(terms, lead[searchIn]))
    .map(({ id }) => id);

const searches = Array.from({ length: SEARCHES }, () => random.search(contacts));

/** Reports the searches that differ, not the first alone. */
async function expectSame(
  compare: (search: string) => Promise<{ found: readonly string[]; expected: readonly string[] }>,
): Promise<void> {
  const different: object[] = [];
  let matched = 0;
  for (const search of searches) {
    const { found, expected } = await compare(search);
    if (found.join() !== expected.join())
      different.push({ search, found: found.length, expected: expected.length });
    if (expected.length > 0) matched += 1;
  }
  expect(different).toEqual([]);
  // Otherwise the searches would prove little.
  expect(matched).toBeGreaterThan(SEARCHES / 4);
  expect(matched).toBeLessThan(SEARCHES);
}

describe('among leads in every stored form, the same leads are found as in readable text', () => {
  test.each([
    ['newest', null],
    ['oldest', null],
    ['newest', 'available'],
    ['oldest', 'sold'],
  ] as const)('of all leads, %s first, in state %s', async (order: KeysetOrder, status) => {
    await expectSame(async (search) => {
      const terms = parseSearch(search);
      const query = { searchIn: 'text', terms, status, order, after: null } as const;
      const expected = expectedIds(terms, 'text', status);
      const inOrder = order === 'newest' ? expected : expected.toReversed();
      const limit = random.pick([1, 10, 51]);
      return { found: await fixture.leads.search({ ...query, limit }), expected: inOrder.slice(0, limit) };
    });
  });

  test('of all leads, by name', async () => {
    await expectSame(async (search) => {
      const term = parseNameSearch(search);
      if (!term) return { found: [], expected: [] };
      const query = { searchIn: 'name', terms: [term], status: null, order: 'newest', after: null } as const;
      const expected = expectedIds([term], 'name', null);
      return { found: await fixture.leads.search({ ...query, limit: LEADS }), expected };
    });
  });

  test("of a buyer's leads, with their number", async () => {
    await expectSame(async (search) => {
      const expected = expectedIds(parseSearch(search), 'text', 'sold');
      const [limit, offset] = [random.pick([1, 25]), random.pick([0, 25])];
      const filters = { buyerId: fixture.buyerId, search, days: null };
      const { ids, total, any } = await fixture.soldLeads.findPage(filters, limit, offset);
      expect({ total, any }).toEqual({ total: expected.length, any: true });
      return { found: ids, expected: expected.slice(offset, offset + limit) };
    });
  });

  test("of a buyer's leads for a spreadsheet", async () => {
    await expectSame(async (search) => {
      const expected = expectedIds(parseSearch(search), 'text', 'sold');
      const filters = { buyerId: fixture.buyerId, search, days: null };
      return {
        found: await fixture.soldLeads.findIdsAfter(filters, null, LEADS),
        expected,
      };
    });
  });
});

test('among very many leads, the same ones are found', async () => {
  await fixture.pretendLeads(30_000_000);
  expect(await estimateRows(fixture.dataSource, 'SELECT FROM lead_search', [])).toBeGreaterThan(20_000_000);
  await expectSame(async (search) => {
    const terms = parseSearch(search);
    const query = { searchIn: 'text', terms, status: null, order: 'newest', after: null } as const;
    const found = await fixture.leads.search({ ...query, limit: 51 });
    return { found, expected: expectedIds(terms, 'text', null).slice(0, 51) };
  });
  await fixture.pretendLeads(LEADS);
});

test('pages of a search follow each other without gaps', async () => {
  for (const search of ['lee', 'ann', 'new york', 'abcde', 'al 212']) {
    const terms = parseSearch(search);
    const found: string[] = [];
    let after: { at: string; id: string } | null = null;
    for (;;) {
      const query = { searchIn: 'text', terms, status: null, order: 'newest', after, limit: 7 } as const;
      const page = await fixture.leads.search(query);
      found.push(...page);
      const last = page.at(-1);
      if (page.length < 7 || last === undefined) break;
      const [lead] = await fixture.query<{ at: Date }>('SELECT created_at AS at FROM leads WHERE id = $1', [
        last,
      ]);
      after = { at: lead!.at.toISOString(), id: last };
    }
    expect(found).toEqual(expectedIds(terms, 'text', null));
  }
});

test.each([
  ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`BRIEN'],
  ['José', 'Jose', 'JOSÉ', 'Jose\u0301'],
  ['Smith-Jones', 'Smith‑Jones', 'smith‐jones', 'Smith–Jones', 'SMITH—JONES'],
])('all spellings of %s are found by each of them', async (...spellings) => {
  const own = await startSearchFixture();
  try {
    const ids: string[] = [];
    for (const [index, name] of spellings.entries()) {
      const contact = { ...random.contact(), fullName: `Wanda ${name}` };
      // Only what earlier releases stored without folding is readable.
      ids.push(await own.addLead(contact, index % 2 === 0 ? 'current' : 'older', new Date(NEWEST - index)));
    }
    await own.sell(ids);
    for (const search of spellings.flatMap((name) => [name, `wanda ${name}`])) {
      const query = { searchIn: 'text', terms: parseSearch(search), status: null, order: 'newest' } as const;
      expect(await own.leads.search({ ...query, after: null, limit: 50 })).toEqual(ids);
      const filters = { buyerId: own.buyerId, search, days: null };
      expect((await own.soldLeads.findPage(filters, 50, 0)).ids).toEqual(ids);
    }
  } finally {
    await own.stop();
  }
});
