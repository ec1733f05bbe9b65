import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { invariants } from '../src/invariants.js';
import { toExitCode } from '../src/report.js';
import { checkDatabase, PROVIDER_INVARIANT, verify } from '../src/verify.js';
import { PlantedDatabase } from './planted-database.js';

const FAILING = 'feed-gapless';
const LATER = 'leads-searchable';

let database: PlantedDatabase;

beforeAll(async () => {
  database = await PlantedDatabase.create();
  await database.begin();
  await database.plant(['DELETE FROM leads.lead_search', 'COMMIT']);
});
afterAll(() => database.drop());

it('reports an invariant that cannot be checked, and checks those that follow', async () => {
  expect(invariants.findIndex(({ name }) => name === LATER)).toBeGreaterThan(
    invariants.findIndex(({ name }) => name === FAILING),
  );
  await database.plant(['ALTER TABLE leads.feed_heads RENAME TO moved']);
  try {
    const findings = await checkDatabase({ databaseUrl: database.url });
    expect(findings.map(({ name }) => name)).toEqual(invariants.map(({ name }) => name));
    expect(findings.filter(({ error }) => error !== undefined)).toEqual([
      expect.objectContaining({
        name: FAILING,
        violations: undefined,
        error: expect.stringMatching(/feed_heads/),
      }),
    ]);
    expect(findings.find(({ name }) => name === LATER)?.violations).toHaveLength(1);
  } finally {
    await database.plant(['ALTER TABLE leads.moved RENAME TO feed_heads']);
  }
});

it('checks the database also if the card provider cannot be reached', async () => {
  const stripe = { secretKey: 'sk_test_1', apiBase: 'http://127.0.0.1:9' };
  const findings = await verify({ databaseUrl: database.url, stripe });
  const failed = findings.filter(({ error }) => error !== undefined);
  expect(failed.map(({ name }) => name)).toEqual([PROVIDER_INVARIANT.name]);
  expect(findings.find(({ name }) => name === LATER)?.violations).toHaveLength(1);
  expect(toExitCode(failed)).toBe(2);
});
