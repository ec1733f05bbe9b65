import type { LeadState } from '@desk/contracts';
import type { KeysetOrder } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type SearchTerm, toSearchTexts } from '../src/search/lead-index.js';
import { parseNameSearch, parseSearch } from '../src/search/search-terms.js';
import { type Contact, RandomLeads } from './random-leads.js';
import { type SearchFixture, startSearchFixture } from './search.fixture.js';

const LEADS = 1_500;
const SEARCHES = 200;
const NEWEST = Date.now();

interface Reference {
  readonly id: string;
  readonly status: LeadState;
  readonly texts: ReadonlySet<string>;
}

const random = new RandomLeads(20_260_301);
const contacts: Contact[] = Array.from({ length: LEADS }, () => random.contact());
let fixture: SearchFixture;
/** Newest first. */
let references: Reference[];

const toText = ({ field, text }: { field: string; text: string }): string => `${field}:${text}`;

beforeAll(async () => {
  fixture = await startSearchFixture();
  const ids = await fixture.addLeads(
    contacts.map((contact, number) => ({
      contact,
      keyId: random.pick(['current', 'current', 'older'] as const),
      // Several leads arrive in the same millisecond.
      createdAt: new Date(NEWEST - Math.floor(number / 3) * 60_000),
    })),
  );
  const texts = new Map(
    contacts.map((contact, number) => [ids[number], new Set(toSearchTexts(contact).map(toText))]),
  );
  await fixture.sell(ids.filter((_id, number) => number % 2 === 0));
  await fixture.vacuum();
  const leads = await fixture.query<Reference>(
    'SELECT id, status FROM leads ORDER BY created_at DESC, id DESC',
  );
  references = leads.map(({ id, status }) => ({ id, status, texts: texts.get(id) ?? new Set() }));
});
afterAll(() => fixture.stop());

const expectedIds = (terms: readonly SearchTerm[], status: LeadState | null): string[] =>
  references
    .filter((lead) => status === null || lead.status === status)
    .filter(({ texts }) => terms.every((term) => term.some((one) => texts.has(toText(one)))))
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
  // With fewer matches the searches would prove little.
  expect(matched).toBeGreaterThan(SEARCHES / 4);
  expect(matched).toBeLessThan(SEARCHES);
}

describe('during a key rotation, the same leads are found as by comparing words, in a search', () => {
  test.each([
    ['newest', null],
    ['oldest', null],
    ['newest', 'available'],
    ['oldest', 'sold'],
  ] as const)('of all leads, %s first, in state %s', async (order: KeysetOrder, status) => {
    await expectSame(async (search) => {
      const terms = parseSearch(search);
      const expected = expectedIds(terms, status);
      const inOrder = order === 'newest' ? expected : expected.toReversed();
      const limit = random.pick([1, 10, 51]);
      const found = await fixture.leads.search({ terms, status, order, after: null, limit });
      return { found, expected: inOrder.slice(0, limit) };
    });
  });

  test('of all leads, by name', async () => {
    await expectSame(async (search) => {
      const terms = parseNameSearch(search);
      const query = { terms, status: null, order: 'newest', after: null } as const;
      return {
        found: await fixture.leads.search({ ...query, limit: LEADS }),
        expected: expectedIds(terms, null),
      };
    });
  });

  test("of a buyer's leads, with their number", async () => {
    await expectSame(async (search) => {
      const expected = expectedIds(parseSearch(search), 'sold');
      const [limit, offset] = [random.pick([1, 25]), random.pick([0, 25])];
      const filters = { buyerId: fixture.buyerId, search, days: null };
      const { ids, total, any } = await fixture.soldLeads.findPage(filters, limit, offset);
      expect({ total, any }).toEqual({ total: expected.length, any: true });
      return { found: ids, expected: expected.slice(offset, offset + limit) };
    });
  });

  test("of a buyer's leads for a spreadsheet", async () => {
    await expectSame(async (search) => {
      const filters = { buyerId: fixture.buyerId, search, days: null };
      return {
        found: await fixture.soldLeads.findIdsAfter(filters, null, LEADS),
        expected: expectedIds(parseSearch(search), 'sold'),
      };
    });
  });
});

test('pages of a search follow each other without gaps', async () => {
  for (const search of ['lee', 'ann', 'new york', 'abcde', 'al 212']) {
    const terms = parseSearch(search);
    const found: string[] = [];
    let after: { at: string; id: string } | null = null;
    for (;;) {
      const query = { terms, status: null, order: 'newest', after, limit: 7 } as const;
      const page = await fixture.leads.search(query);
      found.push(...page);
      const last = page.at(-1);
      if (page.length < 7 || last === undefined) break;
      const [lead] = await fixture.query<{ at: Date }>('SELECT created_at AS at FROM leads WHERE id = $1', [
        last,
      ]);
      after = { at: lead!.at.toISOString(), id: last };
    }
    expect(found).toEqual(expectedIds(terms, null));
  }
});

test('a buyer finds a withheld lead only by its state', async () => {
  const contact = { fullName: 'Nora Quill', email: 'nora@quill.example', phone: '+15125550142', state: 'TX' };
  const [leadId = ''] = await fixture.addLeads([{ contact, keyId: 'current', createdAt: new Date(NEWEST) }]);
  await fixture.sell([leadId]);
  const find = async (search: string) =>
    fixture.soldLeads.findIdsAfter({ buyerId: fixture.buyerId, search, days: null }, null, LEADS);
  expect(await find('nora')).toEqual([leadId]);
  await fixture.query('UPDATE sold_leads SET withheld_at = now() WHERE lead_id = $1', [leadId]);
  for (const search of ['nora', '512 555 0142', 'nora@quill.example', 'nora tx'])
    expect(await find(search)).not.toContain(leadId);
  expect(await find('TX')).toContain(leadId);
});
