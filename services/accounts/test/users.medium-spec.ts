import { createHash } from 'node:crypto';
import { searchUserIds, listUsers, type UserSort } from '@desk/contracts';
import { runMigrations } from '@desk/service-kit';
import { createTestDatabase } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { database, migrations } from '../src/database/database.js';
import { Accounts } from './accounts.js';

const people = [
  // first, last, company, phone, limit, enabled, admin
  ['Ada', 'Hill', 'Zenith 100%', '+1 (212) 555-0101', 25, true, false],
  ['ada', 'Abbott', null, '2125550102', 25, true, false],
  ['Grace', 'Hill', 'acme_1', '2125550103', 1000, false, false],
  ['Grace', 'Hill', 'Acme 1', '2125550104', 1, true, true],
  ['Boris', 'Gracey', null, '2125550105', 25, false, false],
] as const;

let accounts: Accounts;
const nameOf = (index: number) => `p${index}@people.example`;

beforeAll(async () => {
  accounts = await Accounts.start();
  for (const [index, [first, last, company, phone, limit, enabled, admin]] of people.entries())
    await accounts.query(
      `INSERT INTO users (id, email, password, first_name, last_name, company_name, phone, daily_lead_limit,
                          service_enabled, is_admin, created_at)
       VALUES ($1, $2, 'none', $3, $4, $5, $6, $7, $8, $9, '2026-01-05T14:30:00Z'::timestamptz + $10 * interval '1 s')`,
      [
        createHash('md5').update(nameOf(index)).digest('hex'),
        ...[nameOf(index), first, last, company, phone, limit, enabled, admin],
        // The last two registered at the same moment.
        Math.min(index, 3),
      ],
    );
});
afterAll(() => accounts.stop());

const ask = async (over: { search?: string | null; sort?: UserSort; page?: number; pageSize?: number }) => {
  const { users, total } = await accounts.client.send(listUsers, {
    ...{ search: null, page: 1, pageSize: 50 },
    ...over,
  });
  return { who: users.map(({ email }) => Number(email.slice(1, 2))), total };
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
  ])('is sorted by %s, page by page the same', async (sort, expected) => {
    const { who, total } = await ask({ ...(sort && { sort }) });
    expect(total).toBe(5);
    // Those in one bracket are equal, so their ids decide.
    let at = 0;
    for (const group of expected.map((entry) => [entry].flat())) {
      expect(who.slice(at, at + group.length).toSorted()).toEqual(group);
      at += group.length;
    }
    const pages = [];
    for (let page = 1; page <= 6; page += 1)
      pages.push(await ask({ ...(sort && { sort }), page, pageSize: 1 }));
    expect(pages.flatMap((page) => page.who)).toEqual(who);
    expect(pages.map((page) => page.total)).toEqual(Array(6).fill(5));
  });

  it.each<[string, string, number[]]>([
    ['a part of a name, however written', 'RAC', [2, 3, 4]],
    ['words of which all must fit', 'hill ada', [0]],
    ['one of the words that fits nobody', 'hill nobody', []],
    ['an e-mail', 'p3@people.exa', [3]],
    ['a company', 'acme', [2, 3]],
    ['a phone number as it was written', '(212) 555-0101', [0]],
    ['a phone number as digits', '2125550101', [0]],
    ['the beginning of a word, by one letter', 'b', [4]],
    ['the beginning of a word, by two letters', 'hi', [0, 2, 3]],
    ['two letters that no word begins with', 'ce', []],
    ['a percent sign as such', '100%', [0]],
    ['an underscore as such', 'acme_1', [2]],
    ['a lone percent sign', '%', []],
    ['a backslash', 'acme\\', []],
  ])('finds %s', async (_what, search, expected) => {
    const { who, total } = await ask({ search, sort: 'oldest' });
    expect(who.toSorted()).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('finds the newest by id alone, and not more than asked for', async () => {
    const find = async (text: string, limit: number) => {
      const { userIds } = await accounts.client.send(searchUserIds, { text, limit });
      const users = await accounts.query<{ id: string; email: string }>('SELECT id, email FROM users');
      return userIds.map((id) => Number(users.find((user) => user.id === id)?.email.slice(1, 2)));
    };
    await expect(find('ada', 10)).resolves.toEqual([1, 0]);
    await expect(find('ADA', 1)).resolves.toEqual([1]);
    await expect(find('%', 10)).resolves.toEqual([]);
  });

  it('finds with an order and a page', async () => {
    expect(await ask({ search: 'grace', sort: 'limit', page: 2, pageSize: 1 })).toEqual({
      who: [4],
      total: 3,
    });
  });
});

describe('among many more users', () => {
  beforeAll(async () => {
    // 3,000 older and 3,000 newer ones, and the planner knows: so many that a search for them walks the list.
    await accounts.query(
      `INSERT INTO users (id, email, password, first_name, last_name, phone, created_at)
       SELECT gen_random_uuid(), 'x' || i || '@many.example', 'none',
              CASE WHEN i % 2 = 0 THEN 'Filler' ELSE 'Forebear' END, lpad(i::text, 4, '0'), '3105550123',
              '2026-01-05T14:30:00Z'::timestamptz + CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END * i * interval '1 minute'
         FROM generate_series(1, 6000) i`,
    );
    await accounts.query('ANALYZE users');
  });
  const many = async (search: string, sort: UserSort) => {
    const { users, total } = await accounts.client.send(listUsers, { search, sort, page: 1, pageSize: 5 });
    return { who: users.map(({ lastName }) => Number(lastName)), total };
  };

  it('rare ones are found', async () => {
    expect((await ask({ search: 'grace', sort: 'oldest' })).who.toSorted()).toEqual([2, 3, 4]);
  });

  it.each<[string, UserSort, number[]]>([
    ['filler', 'newest', [6000, 5998, 5996, 5994, 5992]],
    ['forebear', 'oldest', [5999, 5997, 5995, 5993, 5991]],
    ['forebear', 'name', [1, 3, 5, 7, 9]],
    // Beyond all that is looked at before the index is asked.
    ['forebear', 'newest', [1, 3, 5, 7, 9]],
    ['filler', 'oldest', [2, 4, 6, 8, 10]],
  ])('common ones fill the page: %s, %s first', async (search, sort, expected) => {
    expect(await many(search, sort)).toEqual({ who: expected, total: 3_000 });
  });
});

it('finds those who were there before the search was', async () => {
  const testDatabase = await createTestDatabase();
  const { url, ownerUrl } = testDatabase.services.accounts;
  const pool = new pg.Pool({ connectionString: url });
  try {
    await runMigrations({ ...database, migrations: migrations.slice(0, 1), url: ownerUrl });
    await pool.query(
      `INSERT INTO users (id, email, password, first_name, last_name, phone)
       VALUES (gen_random_uuid(), 'old@people.example', 'none', 'Olga', 'Old', '')`,
    );
    await pool.query(
      `INSERT INTO integration_requests (id, user_id, integration_type)
       SELECT gen_random_uuid(), id, 'sms' FROM users`,
    );
    await runMigrations({ ...database, migrations, url: ownerUrl });
    const { rows } = await pool.query("SELECT email FROM users WHERE search_text LIKE '%olga%'");
    expect(rows).toEqual([{ email: 'old@people.example' }]);
    const requests = await pool.query('SELECT status FROM integration_requests');
    expect(requests.rows).toEqual([{ status: 'pending' }]);
  } finally {
    await pool.end();
    await testDatabase.drop();
  }
});
