import { describe, expect, it } from '@jest/globals';
import { canonicalMailbox } from './canonical-mailbox.js';

describe('canonicalMailbox', () => {
  it.each([
    'ada@example.com',
    'Ada@Example.COM',
    'ada+1@example.com',
    'ADA+a+b@example.com',
    'ada+@example.com',
  ])('counts %s as the same mailbox', (address) => expect(canonicalMailbox(address)).toBe('ada@example.com'));

  it.each(['a.da@example.com', 'ada@mail.example.com', '+ada@example.com', '+@example.com', 'no-address'])(
    'keeps %s apart',
    (address) => expect(canonicalMailbox(address)).toBe(address),
  );
});
