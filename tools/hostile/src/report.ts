import { alignColumns, type Percentiles, percentilesOf } from '@desk/tool-workload';
import type { Options } from './options.js';
import type { HostileRequest } from './requests/request-generator.js';
import type { AttackResult, Violation } from './run/attack.js';
import type { RunResult } from './run/run-attack.js';

/** How much slower an honest funnel's 99th percentile may be under fire. */
const MAX_SLOWDOWN = 2;
/** With fewer posts, the percentile is their maximum, which proves nothing. */
const MIN_POSTS = 100;

/** Refusals that happen before the code under test. */
const SHALLOW = new Set([0, 401, 403, 429]);

/** Returns the operations that no request reached. */
export const findUnreached = ({ statuses }: Pick<AttackResult, 'statuses'>): string[] =>
  [...statuses]
    .filter(([, counts]) => [...counts.keys()].every((status) => SHALLOW.has(status)))
    .map(([operation]) => operation);

/** `faults` are broken promises, one sentence each. Violations of single requests are listed separately. */
export function judge({ attack, quiet, underFire }: RunResult) {
  const [quietMs, underFireMs] = [percentilesOf(quiet.latenciesMs), percentilesOf(underFire.latenciesMs)];
  const faults: string[] = [];
  const failures = [...quiet.failures, ...underFire.failures];
  if (failures.length > 0) faults.push(`${failures.length} honest leads were not accepted: ${failures[0]}`);
  const isMeasured = (quietMs?.count ?? 0) >= MIN_POSTS && (underFireMs?.count ?? 0) >= MIN_POSTS;
  if (isMeasured && quietMs && underFireMs && underFireMs.p99 > MAX_SLOWDOWN * quietMs.p99)
    faults.push(
      `ingest took ${underFireMs.p99.toFixed(0)} ms (p99) under fire, more than twice ${quietMs.p99.toFixed(0)} ms`,
    );
  for (const operation of findUnreached(attack)) {
    const statuses = [...(attack.statuses.get(operation)?.keys() ?? [])];
    faults.push(`no request reached ${operation}: statuses ${statuses.join(', ')}`);
  }
  return { quiet: quietMs, underFire: underFireMs, answers: percentilesOf(attack.durationsMs), faults };
}

const MAX_SHOWN_BODY = 300;
const MAX_SHOWN_VIOLATIONS = 20;

const milliseconds = (values: Percentiles | undefined): string =>
  values
    ? `p50 ${values.p50.toFixed(1)}, p99 ${values.p99.toFixed(1)}, max ${values.max.toFixed(1)} ms (${values.count})`
    : 'not measured';

const shorten = (text: string): string =>
  text.length > MAX_SHOWN_BODY ? `${text.slice(0, MAX_SHOWN_BODY)}… (${text.length} characters)` : text;

/** The request as it is sent, cut to a readable length. */
export function describeRequest({ operation, sender, path, headers, body }: HostileRequest): string {
  return [
    `${operation.method} ${shorten(path)}  (${operation.id}, sent by ${sender})`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${shorten(value)}`),
    ...(body === undefined ? [] : [`  ${JSON.stringify(shorten(body.toString('latin1')))}`]),
  ].join('\n');
}

/** The options that lead to the same requests. */
type Requests = Pick<Options, 'seed' | 'operation'>;

const violationText = (
  { kind, request, answer, aloneMs }: Violation,
  { seed, operation }: Requests,
): string =>
  [
    `✗ ${kind}: ${answer.failure ?? answer.status ?? ''} after ${answer.durationMs.toFixed(0)} ms` +
      (aloneMs === undefined ? '' : `, alone ${aloneMs.toFixed(0)} ms`),
    describeRequest(request),
    `  answer: ${shorten(answer.body)}`,
    `  again: npm run hostile -- --seed ${seed}${operation ? ` --operation ${operation}` : ''} --only ${request.index}`,
  ].join('\n');

function statusTable({ attack }: RunResult): string {
  const rows = [...attack.statuses]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([operation, counts]) => [
      operation,
      [...counts]
        .toSorted(([one], [other]) => one - other)
        .map(([status, count]) => `${status}: ${count}`)
        .join('  '),
    ]);
  return alignColumns(rows).join('\n');
}

export function reportText(result: RunResult, verdict: ReturnType<typeof judge>, requests: Requests): string {
  const { violations } = result.attack;
  return [
    statusTable(result),
    '',
    `hostile answers      ${milliseconds(verdict.answers)}`,
    `ingest, quiet        ${milliseconds(verdict.quiet)}`,
    `ingest, under fire   ${milliseconds(verdict.underFire)}`,
    '',
    ...violations.slice(0, MAX_SHOWN_VIOLATIONS).map((violation) => violationText(violation, requests)),
    ...(violations.length > MAX_SHOWN_VIOLATIONS
      ? [`… and ${violations.length - MAX_SHOWN_VIOLATIONS} more`]
      : []),
    ...verdict.faults.map((fault) => `✗ ${fault}`),
    `${violations.length} violations in ${result.attack.durationsMs.length} requests, seed ${requests.seed}`,
  ].join('\n');
}
