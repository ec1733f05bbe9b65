import { randomUUID } from 'node:crypto';
import { PAGE_USER_HEADER } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let browser: Browser;
let userId: string;

beforeAll(async () => {
  system = await TestSystem.start();
  ({ browser } = await system.registerAgent());
  userId = (await browser.get<{ id: string }>('/api/auth/user')).body.id;
});
afterAll(() => system.stop());

const saveLimit = (dailyLeadLimit: number, headers: Record<string, string> = {}) =>
  browser.patch('/api/user/daily-limit', { dailyLeadLimit }, headers);
const fetchLimit = async () => (await browser.get('/api/dashboard')).body['dailyLeadLimit'];

describe('a request of a page', () => {
  it('is answered for the user it names', async () => {
    expect((await saveLimit(31, { [PAGE_USER_HEADER]: userId })).status).toBe(200);
    expect(await fetchLimit()).toBe(31);
  });

  it('is refused for another user, before anything changes', async () => {
    expect((await saveLimit(32)).status).toBe(200);
    const headers = { [PAGE_USER_HEADER]: randomUUID() };
    expect(await saveLimit(33, headers)).toMatchObject({
      status: 409,
      body: { code: 'OTHER_USER_SIGNED_IN' },
    });
    expect(await fetchLimit()).toBe(32);
    // Even the refusal for a missing role would reveal something about the other user.
    for (const path of ['/api/auth/user', '/api/admin/users'])
      expect((await browser.get(path, headers)).body).toMatchObject({ code: 'OTHER_USER_SIGNED_IN' });
  });

  it.each([
    ['an empty id', ''],
    ['no id', 'agent'],
    ['two ids', `${randomUUID()}, ${randomUUID()}`],
    ['a long text', 'a'.repeat(4_000)],
  ])('is rejected with %s', async (_what, named) => {
    const answer = await browser.get('/api/dashboard', { [PAGE_USER_HEADER]: named });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'INVALID_REQUEST', errors: [{ field: PAGE_USER_HEADER, message: 'Not a valid id' }] },
    });
  });

  it('without a session is answered with UNAUTHENTICATED', async () => {
    const visitor = system.openBrowser();
    const answer = await visitor.get('/api/dashboard', { [PAGE_USER_HEADER]: userId });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('for its live events is refused for another user', async () => {
    const refused = await browser.get('/api/live', { [PAGE_USER_HEADER]: randomUUID() });
    expect(refused).toMatchObject({ status: 409, body: { code: 'OTHER_USER_SIGNED_IN' } });
  });
});

it('is described for routes that need a session', async () => {
  type Described = Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
  const answer = await fetch(`${system.gateway.url}/api/docs-json`);
  const { paths } = (await answer.json()) as { paths: Described };
  const header = expect.objectContaining({ name: PAGE_USER_HEADER, in: 'header', required: false });
  expect(paths['/api/dashboard']?.['get']?.parameters).toContainEqual(header);
  expect(paths['/api/auth/login']?.['post']?.parameters).toEqual([]);
});
