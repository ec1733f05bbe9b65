import type { Funnel } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeRequest, findUnreached } from '../src/report.js';
import { type HostileRequest, RequestGenerator } from '../src/requests/request-generator.js';
import { attack } from '../src/run/attack.js';
import { readOperations } from '../src/run/run-attack.js';
import { type Answer, RequestSender } from '../src/run/sender.js';
import { startTestSystem, type TestSystem } from '../src/run/test-system.js';

const REQUESTS = 1_000;
const SEED = 1;
const INGEST = ['postLead', 'postLeads', 'pingLead'];

let test: TestSystem;
let client: pg.Client;

beforeAll(async () => {
  test = await startTestSystem({ signal: new AbortController().signal, buyers: 0 });
  client = new pg.Client({ connectionString: test.system.verifyDatabaseUrl });
  await client.connect();
  await requirePhoneLookUps();
});
afterAll(async () => {
  await client.end();
  await test.close();
});

/** Turns on look-ups of phone numbers for all leads. The sandbox answers in place of the provider. */
async function requirePhoneLookUps(): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${test.system.webUrl}/api/admin/funnels${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...test.credentials.admin },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  };
  const { funnels } = await call<{ funnels: Funnel[] }>('GET', '');
  for (const { id, createdAt: _createdAt, keys: _keys, ...settings } of funnels)
    await call('PATCH', `/${id}`, { ...settings, phoneVerification: 'required' });
  const { rows } = await client.query('SELECT DISTINCT phone_verification FROM leads.funnels');
  expect(rows).toEqual([{ phone_verification: 'required' }]);
}

const countLeads = async (): Promise<number> => {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM leads.leads');
  return rows[0]?.count ?? 0;
};

/** Returns the new leads that an answer accepts, for a single post or a batch. */
const countAccepted = ({ body }: Answer): number => body.match(/"replayed":false/g)?.length ?? 0;

it('refuses hostile posts with a reason, and stores nothing of them', async () => {
  const operations = (await readOperations(test.system.webUrl)).filter(({ id }) => INGEST.includes(id));
  expect(operations.map(({ id }) => id).toSorted()).toEqual(INGEST.toSorted());
  const sender = new RequestSender(test.system.webUrl, test.credentials, test.addressKey);
  const before = await countLeads();
  let accepted = 0;
  const unexplained: string[] = [];
  const { violations, statuses } = await attack({
    generator: new RequestGenerator(operations, SEED),
    sender: {
      send: async (request: HostileRequest) => {
        const answer = await sender.send(request);
        accepted += countAccepted(answer);
        if ((answer.status ?? 500) >= 400 && !/"code": ?"[A-Z_]+"/.test(answer.body))
          unexplained.push(`${answer.status ?? ''} ${answer.body}\n${describeRequest(request)}`);
        return answer;
      },
    },
    requests: REQUESTS,
    rate: 0,
  });
  sender.close();
  // `npm run hostile` measures how long answers take, on a quiet machine.
  const wrong = violations.filter(({ kind }) => kind !== 'slow');
  expect(
    wrong.map(({ kind, request, answer }) => `${kind} ${answer.body}\n${describeRequest(request)}`),
  ).toEqual([]);
  expect(unexplained).toEqual([]);
  const answered = [...statuses.values()].flatMap((counts) => [...counts]);
  expect(answered.reduce((sum, [, count]) => sum + count, 0)).toBe(REQUESTS);
  expect(findUnreached({ statuses })).toEqual([]);
  expect((await countLeads()) - before).toBe(accepted);
});
