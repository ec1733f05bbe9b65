import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeRequest, findUnreached } from '../src/report.js';
import { RequestGenerator } from '../src/requests/request-generator.js';
import { attack } from '../src/run/attack.js';
import { readOperations } from '../src/run/run-attack.js';
import { startTestSystem, type TestSystem } from '../src/run/test-system.js';
import { ProcessorTimeSender } from './processor-time-sender.js';

/** A few requests for each operation. `npm run hostile` sends thousands, while an honest funnel posts. */
const REQUESTS = 300;
const SEED = 1;
/** Some requests have no right to the operation, or are refused as malformed before they reach it. */
const MIN_SHARE_REACHED = 0.9;

let test: TestSystem;
let sender: ProcessorTimeSender;

beforeAll(async () => {
  test = await startTestSystem({ signal: new AbortController().signal, buyers: 0 });
  sender = new ProcessorTimeSender(test);
});
afterAll(async () => {
  sender.close();
  await test.close();
});

it('answers hostile requests without a server error, and with little processor time', async () => {
  const operations = await readOperations(test.system.webUrl);
  const generator = new RequestGenerator(operations, SEED);
  const result = await attack({ generator, sender, requests: REQUESTS, rate: 0, concurrency: 1 });
  const violations = result.violations.map(
    ({ kind, request, answer }) =>
      `${kind}: ${answer.status ?? answer.failure ?? ''} after ${answer.durationMs} ms\n${describeRequest(request)}\n${answer.body}`,
  );
  expect(violations).toEqual([]);
  // Otherwise, the requests would have been refused before the code under test.
  expect(result.statuses.size).toBe(operations.length);
  expect(findUnreached(result).length).toBeLessThanOrEqual((1 - MIN_SHARE_REACHED) * operations.length);
});
