import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import { invariants, PROVIDER_INVARIANT } from '@desk/tool-verify';
import { observedInvariants } from '../checks/check.js';
import { faultKinds } from '../faults/fault-kinds.js';
import { NEIGHBORS_SUCCEED } from '../faults/poison.js';
import { applyEdit } from '../edits/edits.js';
import { isSqlFile } from '../edits/replace-functions.js';
import { shortTimes } from '../edits/short-times.js';
import { mutants } from './mutants.js';

const invariantNames: readonly string[] = [
  ...invariants.map(({ name }) => name),
  PROVIDER_INVARIANT.name,
  ...observedInvariants,
  NEIGHBORS_SUCCEED,
];
/** Invariants that a single bug in the code cannot break. */
const invariantsWithoutMutant = {
  'sold-once':
    'unique indexes prevent it; the planted rows of tools/verify show that it is seen without them',
  'filtered-buyers-listed':
    'a trigger keeps the list, and it is in no built file; the planted rows of tools/verify show that it is seen',
};

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Compiles the source of a built file as the build does. */
function build(file: string): string {
  const source = join(root, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  if (!existsSync(source)) throw new Error(`${source} does not exist`);
  if (isSqlFile(file)) return readFileSync(source, 'utf8');
  return transformFileSync(source, { configFile: join(root, '.swcrc'), cwd: root }).code;
}

describe.each(mutants.map((mutant) => [mutant.name, mutant] as const))('mutant %s', (_name, mutant) => {
  it('applies to the current code', () => {
    const files = new Map<string, string>();
    for (const edit of mutant.edits)
      files.set(edit.file, applyEdit(files.get(edit.file) ?? build(edit.file), edit));
    for (const [file, text] of files) expect(text).not.toBe(build(file));
  });

  it('names faults and invariants that exist', () => {
    const kindNames = faultKinds.map(({ name }) => name);
    expect(mutant.kinds.filter((name) => !kindNames.includes(name))).toEqual([]);
    expect(mutant.kinds.length + mutant.ownKinds.length).toBeGreaterThan(0);
    const broken = [mutant.breaks, ...Object.keys(mutant.alsoBreaks)];
    expect(broken.filter((name) => !invariantNames.includes(name))).toEqual([]);
  });
});

describe('mutants', () => {
  it('include one for every invariant that no other invariant catches', () => {
    const own = mutants.filter(({ alsoBreaks }) => Object.keys(alsoBreaks).length === 0);
    const caught = new Set(own.map(({ breaks }) => breaks));
    const missing = invariantNames.filter((name) => !caught.has(name));
    expect(missing).toEqual(Object.keys(invariantsWithoutMutant));
  });
});

describe('shortTimes', () => {
  it('applies to the current code', () => {
    for (const [file, edits] of Map.groupBy(shortTimes.edits, (edit) => edit.file))
      expect(edits.reduce(applyEdit, build(file))).not.toBe(build(file));
  });
});

describe('applyEdit', () => {
  it('rejects a text that is missing or occurs twice', () => {
    const edit = { file: 'x.js', find: 'a()', replace: 'b()' };
    expect(applyEdit('1; a(); 2', edit)).toBe('1; b(); 2');
    expect(() => applyEdit('1; 2', edit)).toThrow('occurs 0 times in x.js');
    expect(() => applyEdit('a(); a()', edit)).toThrow('occurs 2 times in x.js');
  });
});
