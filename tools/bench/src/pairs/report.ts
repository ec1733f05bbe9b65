import { alignColumns } from '@desk/tool-workload';
import type { Finding } from '@desk/tool-verify';
import { type LoadFigures, type Machine, machineText } from '../machine.js';
import { brokenOf, brokenText } from '../output/text.js';
import type { Report } from '../scenarios.js';
import type { Endpoint } from './ask.js';
import { type Comparison, type Difference, TOLERANCE } from './compare.js';

export interface PairsResult {
  readonly machine: Machine;
  readonly load: LoadFigures;
  readonly count: number;
  readonly endpoints: readonly ({ readonly endpoint: Endpoint } & Comparison)[];
  readonly findings: readonly Finding[];
}

/** Sound only when nothing told known and unknown apart. */
export function toReport({ machine, load, count, endpoints, findings }: PairsResult): Report {
  const broken = brokenOf(findings);
  return {
    isSound: broken.length === 0 && endpoints.every(({ sameAnswers, sameTime }) => sameAnswers && sameTime),
    json: { scenario: 'pairs', machine, load, pairs: count, tolerance: TOLERANCE, endpoints, broken },
    text: [
      '',
      machineText(machine, load),
      '',
      ...alignColumns(
        [
          [`${count} pairs each; ms`, 'median', 'p95', 'of medians', '95 % of it between'],
          ...endpoints.flatMap(rows),
        ],
        [1, 2, 3, 4],
      ),
      '',
      ...endpoints.flatMap(verdicts),
      brokenText(broken),
    ].join('\n'),
  };
}

function rows({ endpoint, times, difference, noise }: PairsResult['endpoints'][number]): string[][] {
  const row = (name: string, { median, p95 }: { median: number; p95: number }, of?: Difference): string[] => [
    `${endpoint}, ${name}`,
    median.toFixed(2),
    p95.toFixed(2),
    ...(of ? [signed(of.ms), of.interval.map(signed).join(' … ')] : ['', '']),
  ];
  return [
    row('known address', times.known, difference),
    row('unknown address', times.unknown),
    row('  noise: another unknown one', times.other, noise),
  ];
}

function verdicts({ endpoint, answers, sameAnswers, sameTime }: PairsResult['endpoints'][number]): string[] {
  const shown = [...new Set(Object.values(answers).flat())];
  return [
    sameAnswers
      ? `✓ ${endpoint}: the same status, headers and body: ${shown.map(short).join(' | ')}`
      : `✗ ${endpoint}: the answers differ\n${shown.map((one) => `    ${one}`).join('\n')}`,
    `${sameTime ? '✓' : '✗'} ${endpoint}: ${sameTime ? 'no difference in time beyond noise' : 'the time tells them apart'} ` +
      `(beyond noise: 0 outside the interval, and more than ${TOLERANCE * 100} % of the median)`,
  ];
}

/** Without the names of the headers. */
const short = (answer: string): string => answer.replace(/^(\d+) \S+ /, '$1 ');

const signed = (ms: number): string => `${ms < 0 ? '' : '+'}${ms.toFixed(3)}`;
