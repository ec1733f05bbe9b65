import { alignColumns } from '@desk/tool-workload';
import { createReport, type RunResult } from '../report-text.js';
import type { Report } from '../scenario.js';
import { type Comparison, type Difference, TOLERANCE } from './compare.js';

type EndpointResult = { readonly endpoint: string } & Comparison;

export interface EnumerationTimingResult extends RunResult {
  readonly rounds: number;
  readonly endpoints: readonly EndpointResult[];
}

/** Sound only if nothing reveals which emails have an account. */
export function toReport({ rounds, endpoints, ...run }: EnumerationTimingResult): Report {
  const report = createReport(run, {
    scenario: 'enumeration-timing',
    json: { rounds, tolerance: TOLERANCE, endpoints },
    lines: alignColumns(
      [
        [`${rounds} rounds each; ms`, 'median', 'p95', 'difference', '95 % interval'],
        ...endpoints.flatMap(endpointRows),
      ],
      [1, 2, 3, 4],
    ),
    verdicts: endpoints.flatMap(verdicts),
  });
  const isIndistinguishable = endpoints.every(
    ({ hasSameAnswers, hasSameTime }) => hasSameAnswers && hasSameTime,
  );
  return { ...report, isSound: report.isSound && isIndistinguishable };
}

function endpointRows({ endpoint, times, difference, noise }: EndpointResult): string[][] {
  const row = (
    name: string,
    { median, p95 }: { median: number; p95: number },
    compared?: Difference,
  ): string[] => [
    `${endpoint}, ${name}`,
    median.toFixed(2),
    p95.toFixed(2),
    ...(compared ? [formatSigned(compared.ms), compared.interval.map(formatSigned).join(' … ')] : ['', '']),
  ];
  return [
    row('known email', times.known, difference),
    row('unknown email', times.unknown),
    row('  noise: another unknown email', times.control, noise),
  ];
}

function verdicts({ endpoint, answers, hasSameAnswers, hasSameTime }: EndpointResult): string[] {
  const distinct = [...new Set(Object.values(answers).flat())];
  const timeVerdict = hasSameTime ? 'no significant difference in time' : 'the time differs';
  return [
    hasSameAnswers
      ? `✓ ${endpoint}: same status, headers and body: ${distinct.map(withoutHeaders).join(' | ')}`
      : `✗ ${endpoint}: the answers differ\n${distinct.map((answer) => `    ${answer}`).join('\n')}`,
    `${hasSameTime ? '✓' : '✗'} ${endpoint}: ${timeVerdict} ` +
      `(significant: the interval excludes 0, and more than ${TOLERANCE * 100} % of the median)`,
  ];
}

const withoutHeaders = (answer: string): string => answer.replace(/^(\d+) \S+ /, '$1 ');

const formatSigned = (ms: number): string => `${ms < 0 ? '' : '+'}${ms.toFixed(3)}`;
