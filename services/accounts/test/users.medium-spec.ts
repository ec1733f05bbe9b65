import { listUsers, searchUserIds, type UserSort } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness } from './accounts.harness.js';

const users = [
  // first, last, company, phone, limit, enabled, admin
  ['Ada', 'Hill', 'Zenith 100%', '+12125550101', 25, true, false],
  ['ada', 'Abbott', null, '2125550102', 25, true, false],
  ['Grace', 'Hill', 'acme_1', '2125550103', 1000, false, false],
  ['Grace', 'Hill', 'Acme 1', '2125550104', 1, true, true],
  ['Boris', 'Gracey', null, '2125550105', 25, false, false],
] as const;

let accounts: AccountsHarness;
const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
const actorId = idOf(3);

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  for (const [index, [first, last, company, phone, limit, enabled, admin]] of users.entries())
    await accounts.query(
      `INSERT INTO users (id, email, password, first_name, last_name, company_name, phone, daily_lead_limit,
                          service_enabled, is_admin, created_at)
       VALUES ($1, $2, 'none', $3, $4, $5, $6, $7, $8, $9, '2026-01-05T14:30:00Z'::timestamptz + $10 * interval '1 s')`,
      [
        ...[idOf(index), `p${index}@people.example`, first, last, company, phone, limit, enabled, admin],
        // The last two have the same creation time.
        Math.min(index, 3),
      ],
    );
});
afterAll(() => accounts.stop());

const list = async (overrides: {
  search?: string | null;
  sort?: UserSort;
  page?: number;
  pageSize?: number;
}) => {
  const answer = await accounts.commands.send(listUsers, {
    actorId,
    search: null,
    page: 1,
    pageSize: 50,
    ...overrides,
  });
  return { indexes: answer.users.map(({ email }) => Number(email.slice(1, 2))), total: answer.total };
};

describe('the list of users', () => {
  it.each<[UserSort | undefined, (number | number[])[]]>([
    [undefined, [[3, 4], 2, 1, 0]],
    ['newest', [[3, 4], 2, 1, 0]],
    ['oldest', [0, 1, 2, [3, 4]]],
    ['name', [1, 0, 4, [2, 3]]],
    ['email', [0, 1, 2, 3, 4]],
    ['company', [3, 2, 0, [1, 4]]],
    ['limit', [2, 4, 1, 0, 3]],
    ['status', [3, 1, 0, 4, 2]],
    ['role', [3, 4, 2, 1, 0]],
  ])('returns the same order for sort %s in one page or in many', async (sort, expected) => {
    const { indexes, total } = await list({ ...(sort && { sort }) });
    expect(total).toBe(5);
    // Users in an inner list are equal in this order, so their ids decide.
    let position = 0;
    for (const group of expected.map((entry) => [entry].flat())) {
      expect(indexes.slice(position, position + group.length).toSorted()).toEqual(group);
      position += group.length;
    }
    const pages = [];
    for (let page = 1; page <= 6; page += 1)
      pages.push(await list({ ...(sort && { sort }), page, pageSize: 1 }));
    expect(pages.flatMap((page) => page.indexes)).toEqual(indexes);
    expect(pages.map((page) => page.total)).toEqual(Array(6).fill(5));
  });

  it.each<[string, string, number[]]>([
    ['part of a name in any case', 'RAC', [2, 3, 4]],
    ['users who match all words', 'hill ada', [0]],
    ['no user if one word matches none', 'hill nobody', []],
    ['an email address', 'p3@people.exa', [3]],
    ['a company', 'acme', [2, 3]],
    ['a phone number as pages show it', '(212) 555-0101', [0]],
    ['a phone number as digits', '2125550101', [0]],
    ['the beginning of a word by one letter', 'b', [4]],
    ['the beginning of a word by two letters', 'hi', [0, 2, 3]],
    ['no user by two letters in the middle of a word', 'ce', []],
    ['a literal percent sign', '100%', [0]],
    ['a literal underscore', 'acme_1', [2]],
    ['no user by a lone percent sign', '%', []],
    ['no user by a backslash that none has', 'acme\\', []],
  ])('finds %s', async (_what, search, expected) => {
    const { indexes, total } = await list({ search, sort: 'oldest' });
    expect(indexes.toSorted()).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('returns the ids of the newest matches, up to the limit', async () => {
    const searchIndexes = async (text: string, limit: number) => {
      const { userIds } = await accounts.commands.send(searchUserIds, { text, limit });
      const rows = await accounts.query<{ id: string; email: string }>('SELECT id, email FROM users');
      return userIds.map((id) => Number(rows.find((row) => row.id === id)?.email.slice(1, 2)));
    };
    await expect(searchIndexes('ada', 10)).resolves.toEqual([1, 0]);
    await expect(searchIndexes('ADA', 1)).resolves.toEqual([1]);
    await expect(searchIndexes('(212) 555-0101', 10)).resolves.toEqual([0]);
    await expect(searchIndexes('%', 10)).resolves.toEqual([]);
  });

  it('combines search, sort and page', async () => {
    expect(await list({ search: 'grace', sort: 'limit', page: 2, pageSize: 1 })).toEqual({
      indexes: [4],
      total: 3,
    });
  });
});

describe('a search among thousands of users', () => {
  beforeAll(async () => {
    // 3,000 older and 3,000 newer users: more than a search scans.
    await accounts.query(
      `INSERT INTO users (id, email, password, first_name, last_name, phone, created_at)
       SELECT gen_random_uuid(), 'x' || i || '@many.example', 'none',
              CASE WHEN i % 2 = 0 THEN 'Filler' ELSE 'Forebear' END, lpad(i::text, 4, '0'), '3105550123',
              '2026-01-05T14:30:00Z'::timestamptz + CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END * i * interval '1 minute'
         FROM generate_series(1, 6000) i`,
    );
    await accounts.query('ANALYZE users');
  });
  const searchNumbers = async (search: string, sort: UserSort) => {
    const request = { actorId, search, sort, page: 1, pageSize: 5 };
    const answer = await accounts.commands.send(listUsers, request);
    return { numbers: answer.users.map(({ lastName }) => Number(lastName)), total: answer.total };
  };

  it('finds rare terms', async () => {
    expect((await list({ search: 'grace', sort: 'oldest' })).indexes.toSorted()).toEqual([2, 3, 4]);
  });

  it.each<[string, UserSort, number[]]>([
    ['filler', 'newest', [6000, 5998, 5996, 5994, 5992]],
    ['forebear', 'oldest', [5999, 5997, 5995, 5993, 5991]],
    ['forebear', 'name', [1, 3, 5, 7, 9]],
    // The matches are beyond the scanned rows, so the index finds them.
    ['forebear', 'newest', [1, 3, 5, 7, 9]],
    ['filler', 'oldest', [2, 4, 6, 8, 10]],
  ])('fills the page for the common term %s sorted by %s', async (search, sort, expected) => {
    expect(await searchNumbers(search, sort)).toEqual({ numbers: expected, total: 3_000 });
  });
});

describe('a search among spellings of the same names', () => {
  const spellings = [
    ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`BRIEN', 'O´Brien', 'Oʻbrien', 'O′Brien', 'O＇Brien'],
    ['José', 'Jose', 'JOSÉ', 'Jose\u0301'],
    [
      'Smith-Jones',
      'Smith‑Jones',
      'smith‐jones',
      'Smith–Jones',
      'Smith—Jones',
      'Smith−Jones',
      'Smith－Jones',
    ],
    ['Nguyễn', 'Nguyen', 'NGUYỄN'],
    ['Zoë', 'Zoe'],
  ];
  beforeAll(async () => {
    for (const [group, names] of spellings.entries())
      for (const [index, name] of names.entries())
        await accounts.query(
          `INSERT INTO users (id, email, password, first_name, last_name, company_name, phone)
           VALUES (gen_random_uuid(), $1, 'none', 'Wanda', $2, $3, '')`,
          [`s${group}-${index}@spelled.example`, name, `${name} & Sons`],
        );
  });

  it.each(spellings.map((names, group) => [names.join(', '), group, names] as const))(
    'finds all spellings by each of them: %s',
    async (_names, group, names) => {
      for (const name of names)
        for (const search of [name, `wanda ${name}`]) {
          const request = { actorId, search, page: 1, pageSize: 50 };
          const answer = await accounts.commands.send(listUsers, request);
          expect({ search, found: answer.users.map(({ email }) => email).toSorted() }).toEqual({
            search,
            found: names.map((_, index) => `s${group}-${index}@spelled.example`),
          });
          const { userIds } = await accounts.commands.send(searchUserIds, { text: search, limit: 50 });
          expect(userIds).toHaveLength(names.length);
        }
    },
  );

  it('finds nothing if punctuation is left out or replaced by another mark', async () => {
    for (const search of ['O.Brien', 'OBrien', 'Smith_Jones', "Smith'Jones"])
      expect((await list({ search })).total).toBe(0);
  });
});
