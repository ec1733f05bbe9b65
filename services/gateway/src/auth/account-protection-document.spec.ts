import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Proof, type Route, routes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/account-protection.md'), 'utf8');

/** The rows of the table after a heading. */
function readTable(heading: string): string[][] {
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [ownSection = ''] = section.split('\n#');
  const rows = ownSection.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const all = Object.values(routes as Readonly<Record<string, Route>>);
/** What somebody does with the rights of a session, or takes out of the system. */
const acts = all.filter(
  ({ method, access, audit }) =>
    access !== 'public' && access !== 'funnel' && (method !== 'GET' || audit === 'export'),
);
const callsWith = (list: readonly Route[], wanted: Proof): string[] =>
  list.filter(({ proof }) => proof === wanted).map(({ method, path }) => `\`${method} ${path}\``);

describe('docs/account-protection.md', () => {
  it('lists every act that needs a recent proof, and nothing else', () => {
    const expected = acts.filter(({ proof }) => proof === 'recent');
    expect(expected.length).toBeGreaterThan(0);
    expect(readTable('A recent proof')).toEqual(
      expected.map(({ method, path, summary }) => [`\`${method} ${path}\``, summary]),
    );
  });

  it('lists every act that needs the secret of an emailed link', () => {
    expect(readTable('The secret of an emailed link').map(([call]) => call)).toEqual(callsWith(all, 'link'));
  });

  it('says for every other act why the session is enough', () => {
    const table = readTable('The session alone');
    expect(table.map(([call]) => call)).toEqual(callsWith(acts, 'none'));
    expect(table.filter(([, why]) => why === '')).toEqual([]);
  });
});
