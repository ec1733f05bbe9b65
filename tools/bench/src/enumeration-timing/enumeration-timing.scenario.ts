import pg from 'pg';
import { HttpClient, type Random, seededRandom, alignColumns } from '@desk/tool-workload';
import { describeMachine, LoadMeter } from '../machine.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { type Answer, compare, type Comparison, type Round, type Variant, variants } from './compare.js';
import {
  AGENTS,
  agentsWithFactor,
  emailInRound,
  type Endpoint,
  endpoints,
  type Requester,
  requesterEmail,
} from './endpoints.js';
import { createReport, type OnProgress, type Report, type RunResult, type Scenario } from '../scenario.js';

const WARM_UP_ROUNDS = 60;

/** Measures whether an answer, or the time it takes, reveals that an email has an account. */
export const enumerationTiming: Scenario = ({ rounds }, onProgress) => {
  onProgress('Starting a test system …');
  return withTestSystem({ agents: AGENTS }, async (testSystem) =>
    toReport(await measureEndpoints(testSystem, rounds, onProgress)),
  );
};

async function measureEndpoints(
  testSystem: TestSystem,
  rounds: number,
  onProgress: OnProgress,
): Promise<EnumerationTimingResult> {
  const http = new HttpClient(testSystem.system.webUrl);
  const random = seededRandom('enumeration timing');
  try {
    const requester = await prepareAccounts(testSystem, http);
    const results: EnumerationTimingResult['endpoints'][number][] = [];
    const loadMeter = new LoadMeter();
    for (const endpoint of endpoints) {
      onProgress(`${endpoint.name}: warming up, then ${rounds} rounds …`);
      const target = { http, endpoint, requester };
      await measureRounds(target, WARM_UP_ROUNDS, random);
      await drain(testSystem);
      const measured = await measureRounds(target, rounds, random);
      results.push({ endpoint: endpoint.name, ...compare(measured) });
      await drain(testSystem);
    }
    const load = loadMeter.end();
    onProgress('Checking the invariants …');
    const findings = await checkInvariants(testSystem);
    return { machine: describeMachine(), load, rounds, endpoints: results, errors: [], findings };
  } finally {
    http.close();
  }
}

async function measureRounds(target: Target, count: number, random: Random): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) rounds.push(await measureRound(target, index, random));
  return rounds;
}

interface Target {
  readonly http: HttpClient;
  readonly endpoint: Endpoint;
  readonly requester: Requester;
}

/** Sends one request of each variant, one after the other in random order. */
async function measureRound(
  { http, endpoint, requester }: Target,
  index: number,
  random: Random,
): Promise<Round> {
  const answers: Partial<Record<Variant, Answer>> = {};
  for (const variant of random.helpers.shuffle(variants)) {
    const email = emailInRound(endpoint, variant, index);
    const request = endpoint.request(email, requester);
    const startedAt = performance.now();
    const response = await http.send(request);
    const durationMs = performance.now() - startedAt;
    // The answer to a change of the address repeats the requested address.
    answers[variant] = { ...response, body: response.body.replaceAll(email, 'EMAIL'), durationMs };
  }
  return answers as Round;
}

/** Gives half of the accounts a second factor, and signs in the account that requests other email addresses. */
async function prepareAccounts({ stack }: TestSystem, http: HttpClient): Promise<Requester> {
  await addPasskeys(stack.urls.database);
  const password = stack.secrets.agentPassword;
  return { cookie: await http.signIn(requesterEmail, password), password };
}

/** Adds passkeys in the state in which a registration leaves them. */
async function addPasskeys(adminDatabaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminDatabaseUrl });
  await client.connect();
  try {
    await client.query('SET search_path TO accounts');
    await client.query(
      `WITH owners AS (
         UPDATE users SET has_second_factor = true WHERE email = ANY ($1::text[]) RETURNING id)
       INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
       SELECT gen_random_uuid(), id, 'Key', gen_random_uuid()::text, '', 0 FROM owners`,
      [agentsWithFactor],
    );
  } finally {
    await client.end();
  }
}

type EndpointResult = { readonly endpoint: string } & Comparison;

interface EnumerationTimingResult extends RunResult {
  readonly rounds: number;
  readonly endpoints: readonly EndpointResult[];
}

/** Sound only if nothing reveals which emails have an account. */
export function toReport({ rounds, endpoints, ...run }: EnumerationTimingResult): Report {
  const lines = alignColumns(
    [
      [`${rounds} rounds each; ms`, 'median', 'p95', 'difference', 'known later'],
      ...endpoints.flatMap(endpointRows),
    ],
    [1, 2, 3, 4],
  );
  const report = createReport(run, lines, endpoints.flatMap(verdicts));
  const isSame = ({ hasSameAnswers, hasSameTime }: EndpointResult) => hasSameAnswers && hasSameTime;
  return { ...report, isSound: report.isSound && endpoints.every(isSame) };
}

const endpointRows = ({ endpoint, known, unknown, differenceMs, slowerKnownShare }: EndpointResult) => [
  [
    `${endpoint}, known email`,
    known.median.toFixed(2),
    known.p95.toFixed(2),
    `${differenceMs < 0 ? '' : '+'}${differenceMs.toFixed(3)}`,
    `${(slowerKnownShare * 100).toFixed(1)} %`,
  ],
  [`${endpoint}, unknown email`, unknown.median.toFixed(2), unknown.p95.toFixed(2), '', ''],
];

function verdicts({ endpoint, known, unknown, hasSameAnswers, hasSameTime }: EndpointResult): string[] {
  const distinct = [...new Set([...known.answers, ...unknown.answers])];
  const withoutHeaders = distinct.map((answer) => answer.replace(/^(\d+) \S+ /, '$1 '));
  return [
    hasSameAnswers
      ? `✓ ${endpoint}: same status, headers and body: ${withoutHeaders.join(' | ')}`
      : `✗ ${endpoint}: the answers differ\n${distinct.map((answer) => `    ${answer}`).join('\n')}`,
    hasSameTime ? `✓ ${endpoint}: no significant difference in time` : `✗ ${endpoint}: the time differs`,
  ];
}
