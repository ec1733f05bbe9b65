import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import { invariants } from '@desk/tool-verify';
import { kinds } from '../faults/kinds.js';
import { applyEdit } from './apply.js';
import { plants } from './plants.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** What the build makes of the file's source. */
function built(file: string): string {
  const source = join(root, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  if (!existsSync(source)) throw new Error(`${source} does not exist`);
  return transformFileSync(source, { configFile: join(root, '.swcrc'), cwd: root }).code;
}

describe('a planted bug', () => {
  it.each(plants.map((plant) => [plant.name, plant] as const))(
    '%s fits the code as it is',
    (_name, plant) => {
      const files = new Map<string, string>();
      for (const edit of plant.edits)
        files.set(edit.file, applyEdit(files.get(edit.file) ?? built(edit.file), edit));
      for (const [file, text] of files) expect(text).not.toBe(built(file));
    },
  );

  it.each(plants.map((plant) => [plant.name, plant] as const))(
    '%s has faults that show it',
    (_name, plant) => {
      const known = kinds.map(({ name }) => name);
      expect(plant.kinds.filter((name) => !known.includes(name))).toEqual([]);
      expect(plant.kinds.length + (plant.ownKinds?.length ?? 0)).toBeGreaterThan(0);
      const promises = [
        ...invariants.map(({ name }) => name),
        ...['ledgers-match', 'answer-holds', 'mail-arrived', 'one-intent-an-offer'],
        ...['sign-up-is-whole', 'agent-is-served'],
      ];
      expect(plant.breaks.filter((name) => !promises.includes(name))).toEqual([]);
    },
  );

  it('is refused when its text is missing or not the only one', () => {
    const edit = { file: 'x.js', find: 'a()', replace: 'b()' };
    expect(applyEdit('1; a(); 2', edit)).toBe('1; b(); 2');
    expect(() => applyEdit('1; 2', edit)).toThrow('stands 0 times in x.js');
    expect(() => applyEdit('a(); a()', edit)).toThrow('stands 2 times in x.js');
  });
});
