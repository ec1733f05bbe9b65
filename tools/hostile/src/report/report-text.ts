import { alignColumns, type Percentiles } from '@desk/tool-workload';
import type { HostileRequest } from '../requests/request-generator.js';
import type { Violation } from '../run/attack.js';
import type { RunResult } from '../run/run-attack.js';
import type { Verdict } from './verdict.js';

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

const violationText = ({ kind, request, answer, aloneMs }: Violation, seed: number): string =>
  [
    `✗ ${kind}: ${answer.failure ?? answer.status ?? ''} after ${answer.durationMs.toFixed(0)} ms` +
      (aloneMs === undefined ? '' : `, alone ${aloneMs.toFixed(0)} ms`),
    describeRequest(request),
    `  answer: ${shorten(answer.body)}`,
    `  again: npm run hostile -- --seed ${seed} --only ${request.index}`,
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

export function reportText(result: RunResult, verdict: Verdict, seed: number): string {
  const { violations } = result.attack;
  return [
    statusTable(result),
    '',
    `hostile answers      ${milliseconds(verdict.answers)}`,
    `ingest, quiet        ${milliseconds(verdict.quiet)}`,
    `ingest, under fire   ${milliseconds(verdict.underFire)}`,
    '',
    ...violations.slice(0, MAX_SHOWN_VIOLATIONS).map((violation) => violationText(violation, seed)),
    ...(violations.length > MAX_SHOWN_VIOLATIONS
      ? [`… and ${violations.length - MAX_SHOWN_VIOLATIONS} more`]
      : []),
    ...verdict.faults.map((fault) => `✗ ${fault}`),
    `${violations.length} violations in ${result.attack.durationsMs.length} requests, seed ${seed}`,
  ].join('\n');
}
