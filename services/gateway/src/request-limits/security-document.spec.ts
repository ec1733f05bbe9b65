import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD_ATTEMPTS, type Route, type RouteLimit, routes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';

const WINDOWS: Readonly<Record<number, string>> = {
  1: 'a second',
  10: 'in 10 seconds',
  60: 'a minute',
  3_600: 'an hour',
  86_400: 'a day',
};

const MARKS = { gateway: '', accounts: '*', notifier: '†' } as const;

function describeLimit(limit: RouteLimit): string {
  if (limit === PASSWORD_ATTEMPTS) return PASSWORD_ATTEMPTS;
  const { per, requests, seconds, countedBy } = limit;
  const window = WINDOWS[seconds] ?? `in ${seconds} seconds`;
  return `${requests.toLocaleString('en-US')} per ${per} ${window}${MARKS[countedBy]}`;
}

const toRow = ({ method, path, effects, limits }: Route): string[] => [
  `\`${method} ${path}\``,
  effects.join(', '),
  limits.map(describeLimit).join('; '),
];

/** The rows of the first table after the heading. */
function readTable(heading: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../../../SECURITY.md'), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [ownSection = ''] = section.split('\n## ');
  const rows = ownSection.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('SECURITY.md', () => {
  it('lists the limits of every route that declares some', () => {
    const limited = Object.values(routes as Readonly<Record<string, Route>>).filter(
      ({ limits }) => limits.length > 0,
    );
    expect(limited.length).toBeGreaterThan(0);
    expect(readTable('Request limits')).toEqual(limited.map(toRow));
  });
});
