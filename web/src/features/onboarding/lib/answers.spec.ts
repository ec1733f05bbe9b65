import { describe, expect, it } from '@jest/globals';
import { findResumeStep, readAnswers } from './answers';

const draft = {
  currentStep: 'name',
  completedSteps: ['start', 'delivery'],
  acceptedTerms: true,
  deliveryEmail: false,
  deliveryText: false,
  deliverySlack: true,
  deliveryOther: null,
  firstName: null,
  lastName: null,
  companyName: null,
  email: 'a@example.com',
  phone: null,
} as const;

describe('findResumeStep', () => {
  it('returns the first incomplete step', () => {
    expect(findResumeStep({ completedSteps: [] })).toBe('start');
    expect(findResumeStep({ completedSteps: ['start', 'delivery'] })).toBe('name');
    expect(findResumeStep({ completedSteps: ['start', 'delivery', 'name', 'contact'] })).toBe('security');
  });

  it('never skips the password step, because passwords are not saved', () => {
    const completedSteps = ['start', 'delivery', 'name', 'contact', 'security'] as const;
    expect(findResumeStep({ completedSteps: [...completedSteps] })).toBe('security');
  });
});

describe('readAnswers', () => {
  it('returns the saved choices and leaves the defaults of incomplete steps', () => {
    const saved = { ...draft, completedSteps: [...draft.completedSteps] };
    expect(readAnswers(saved)).toMatchObject({ deliveryEmail: false, deliverySlack: true, firstName: '' });
    expect(readAnswers({ ...saved, completedSteps: ['start'] })).not.toHaveProperty('deliveryEmail');
  });
});
