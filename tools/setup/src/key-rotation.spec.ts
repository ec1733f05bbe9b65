import { describe, expect, it } from '@jest/globals';
import { Sealer } from '@desk/bullmq-transport';
import {
  currentRootId,
  finishRotation,
  generateKeys,
  isRotating,
  type RotatingKeys,
  rotateKeys,
  toMessageKeys,
} from './key-rotation.js';

const sealBilling = (keys: RotatingKeys): string =>
  new Sealer('billing', toMessageKeys(keys, 'billing')).seal('charged', 'message 1', 'lead-router');
const openAsRouter = (keys: RotatingKeys, sealed: string): string =>
  new Sealer('lead-router', toMessageKeys(keys, 'lead-router')).open(sealed, 'message 1').text;

describe('a rotation', () => {
  const before = generateKeys();
  const during = rotateKeys(before);
  const after = finishRotation(during);

  it('adds new keys in front', () => {
    expect([before, during].map(currentRootId)).toEqual(['r1', 'r2']);
    expect(during.rootKeys).toBe(`${after.rootKeys},${before.rootKeys}`);
    expect(during.jwtKeys).toBe(`${after.jwtKeys},${before.jwtKeys}`);
    expect(after.jwtKeys).toMatch(/^j2:\S{64}$/);
    expect([before, during, after].map(isRotating)).toEqual([false, true, false]);
  });

  it('opens what was sealed before it, until it is finished', () => {
    const old = sealBilling(before);
    expect(openAsRouter(during, old)).toBe('charged');
    expect(openAsRouter(during, sealBilling(during))).toBe('charged');
    expect(openAsRouter(after, sealBilling(during))).toBe('charged');
    expect(() => openAsRouter(after, old)).toThrow();
  });

  it('begins only after the last one is finished', () => {
    expect(() => rotateKeys(during)).toThrow('not finished');
    expect(currentRootId(rotateKeys(after))).toBe('r3');
  });
});
