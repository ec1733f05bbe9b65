import { describe, expect, it } from '@jest/globals';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.repository.js';

describe('recovery codes', () => {
  it('are ten different ones, without characters that look alike', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){3}$/);
  });

  it('match however they are typed, for their own user only', () => {
    const hash = hashRecoveryCode('u1', 'abcd-efgh-jkmn-pqrs');
    expect(hashRecoveryCode('u1', ' ABCD efgh JKMN pqrs ')).toBe(hash);
    expect(hashRecoveryCode('u2', 'abcd-efgh-jkmn-pqrs')).not.toBe(hash);
  });
});
