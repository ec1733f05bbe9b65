import { describe, expect, it } from '@jest/globals';
import { toLeadFacts } from './to-lead-facts.js';

const today = new Date('2026-11-25T12:00:00Z');

describe('a ping', () => {
  const facts = { state: 'new york', lead_type: 'Fixed annuity', age: 66, assets: '250k' };
  const ping = (changes: object) => () => toLeadFacts({ ...facts, ...changes }, today);

  it('is read like a post', () => {
    expect(ping({})()).toEqual({
      state: 'NY',
      leadType: 'Fixed',
      ageRange: '66-70',
      estimatedAssets: '$250K-$500K',
    });
  });

  it.each<[object, string]>([
    [{ age_range: '66-70', age: 30 }, 'age'],
    [{ age: undefined, age_range: '66-70', dob: '1800-01-01' }, 'dob'],
    [{ age: 66, dob: '00000000000' }, 'dob'],
    [{ assets: '0x3D090' }, 'assets'],
    [{ email: 'ana@example.com' }, 'email'],
    [{ state: '{{state}}' }, 'state'],
  ])('is refused by name: %j', (changes, field) => {
    expect(ping(changes)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        fields: [{ field, message: expect.any(String) }],
      }),
    );
  });
});
