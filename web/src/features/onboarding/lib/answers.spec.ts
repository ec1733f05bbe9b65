import { describe, expect, it } from '@jest/globals';
import { answersOf, stepToResume } from './answers';

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

describe('a resumed sign-up', () => {
  it('goes on at the first step that is not done', () => {
    expect(stepToResume({ completedSteps: [] })).toBe('start');
    expect(stepToResume({ completedSteps: ['start', 'delivery'] })).toBe('name');
    expect(stepToResume({ completedSteps: ['start', 'delivery', 'name', 'contact'] })).toBe('security');
  });

  it('never goes on behind the password, which is not kept', () => {
    const completedSteps = ['start', 'delivery', 'name', 'contact', 'security'] as const;
    expect(stepToResume({ completedSteps: [...completedSteps] })).toBe('security');
  });

  it('has the choices that were made, and the defaults for those that were not', () => {
    const given = { ...draft, completedSteps: [...draft.completedSteps] };
    expect(answersOf(given)).toMatchObject({ deliveryEmail: false, deliverySlack: true, firstName: '' });
    expect(answersOf({ ...given, completedSteps: ['start'] })).not.toHaveProperty('deliveryEmail');
  });
});
