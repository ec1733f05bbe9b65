import { uuid } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { newSessionId } from './session-id.js';

it('makes ids of 128 bits that are all random', () => {
  const ids = Array.from({ length: 2_000 }, newSessionId);
  expect(new Set(ids).size).toBe(ids.length);
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
  const everSet = bits.reduce((all, id) => all | id, 0n);
  const alwaysSet = bits.reduce((all, id) => all & id, (1n << 128n) - 1n);
  expect([everSet, alwaysSet]).toEqual([(1n << 128n) - 1n, 0n]);
});

it('makes ids in the form of a UUID', () => {
  for (let made = 0; made < 100; made += 1) expect(uuid().isValidSync(newSessionId())).toBe(true);
});
