import { describe, expect, it } from '@jest/globals';
import { findDurabilityProblems, replicatesAsynchronously } from './durability.js';

const durable = {
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  synchronousStandbys: '',
  standbys: 0,
};

describe('findDurabilityProblems', () => {
  it.each(['on', 'remote_apply', 'remote_write'])('accepts synchronous_commit = %s', (synchronousCommit) => {
    expect(findDurabilityProblems({ ...durable, synchronousCommit })).toEqual([]);
  });

  it.each([
    [{ fsync: 'off' }, 'fsync'],
    [{ fullPageWrites: 'off' }, 'full_page_writes'],
    [{ synchronousCommit: 'off' }, 'synchronous_commit'],
    [{ synchronousCommit: 'local' }, 'synchronous_commit'],
  ])('names the setting at fault: %j', (changed, name) => {
    expect(findDurabilityProblems({ ...durable, ...changed })).toEqual([expect.stringContaining(name)]);
  });
});

describe('replicatesAsynchronously', () => {
  it('returns true only for standbys that no commit waits for', () => {
    expect(replicatesAsynchronously(durable)).toBe(false);
    expect(replicatesAsynchronously({ ...durable, standbys: 1 })).toBe(true);
    expect(replicatesAsynchronously({ ...durable, standbys: 1, synchronousStandbys: 'ANY 1 (*)' })).toBe(
      false,
    );
  });
});
