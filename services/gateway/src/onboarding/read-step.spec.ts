import { describe, expect, it } from '@jest/globals';
import { readStep } from './read-step.js';

const sessionId = 'a'.repeat(43);

describe('readStep', () => {
  it('returns the step with its own fields', () => {
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
  ])('rejects %j', (body) => {
    expect(() => readStep(body)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});
