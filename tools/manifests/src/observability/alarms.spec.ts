import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../test/observability/known-series.js';

const ALARM = /\balarm: '([\w-]+)'/g;
const ANY_ALARM = /\balarm:/g;
const ROW = /^\| `([\w-]+)` +\|/gm;

const sources = globSync('{libs,services}/*/src/**/*.ts', { cwd: projectFolder })
  .filter((path) => !path.endsWith('spec.ts'))
  .map((path) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') }));
const inCode = new Set(sources.flatMap(({ text }) => [...text.matchAll(ALARM)].map(([, name]) => name)));

it('the name of every alarm is written out where it is logged', () => {
  const others = sources.filter(
    ({ text }) => [...text.matchAll(ANY_ALARM)].length !== [...text.matchAll(ALARM)].length,
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

it('the runbook explains every alarm, once, and no other', () => {
  const runbook = readFileSync(join(projectFolder, 'docs/operations/incidents.md'), 'utf8');
  const [, section = ''] = /^## Alarms$(.*?)^## /ms.exec(runbook) ?? [];
  const rows = [...section.matchAll(ROW)].map(([, name]) => name);
  expect(inCode.size).toBeGreaterThan(0);
  expect(rows.toSorted()).toEqual([...inCode].toSorted());
});
