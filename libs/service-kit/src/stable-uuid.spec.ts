import { expect, it } from '@jest/globals';
import { uuid } from '@desk/contracts';
import { stableUuid } from './stable-uuid.js';

it('returns a valid id, the same for the same parts only', () => {
  const id = stableUuid('signed-in', null, 7);
  expect(uuid().isValidSync(id)).toBe(true);
  expect(stableUuid('signed-in', null, 7)).toBe(id);
  expect(stableUuid('signed-in', null, 8)).not.toBe(id);
  expect(stableUuid('ab', 'c')).not.toBe(stableUuid('a', 'bc'));
});
