import { describe, expect, it } from '@jest/globals';
import { readStep } from './read-step.js';

const sessionId = 'a'.repeat(43);

describe('a saved step', () => {
  it('is its frame and its own fields', () => {
    expect(readStep({ currentStep: 'start', acceptedTerms: true })).toEqual({
      sessionId: null,
      step: 'start',
      values: { acceptedTerms: true },
    });
    expect(readStep({ sessionId, currentStep: 'security' })).toEqual({
      sessionId,
      step: 'security',
      values: {},
    });
  });

  it.each([
    [{ currentStep: 'start', acceptedTerms: true, email: 'a@example.com' }],
    [{ currentStep: 'activate' }],
    [{ sessionId: 'short', currentStep: 'security' }],
    [null],
    [[]],
    ['text'],
  ])('refuses %j', (body) => {
    expect(() => readStep(body)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});
