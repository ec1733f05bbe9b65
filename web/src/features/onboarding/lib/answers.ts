import type { Draft } from '@desk/contracts/accounts/onboarding.schemas';
import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { type Step, steps } from './steps';

/** What the visitor has said so far. Only the password is nowhere but here. */
export type Answers = {
  deliveryEmail: boolean;
  deliveryText: boolean;
  deliverySlack: boolean;
  deliveryOther: string;
  firstName: string;
  lastName: string;
  companyName: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
  dailyLeadLimit: number;
};

export const DEFAULT_LIMIT = 25;

export const noAnswers: Answers = {
  deliveryEmail: true,
  deliveryText: false,
  deliverySlack: false,
  deliveryOther: '',
  firstName: '',
  lastName: '',
  companyName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  dailyLeadLimit: DEFAULT_LIMIT,
};

/** A draft's answers; what was not reached yet has its default. */
export function answersOf(draft: Draft): Partial<Answers> {
  const { deliveryEmail, deliveryText, deliverySlack, completedSteps } = draft;
  const text = (value: string | null) => value ?? '';
  return {
    ...(completedSteps.includes('delivery') && { deliveryEmail, deliveryText, deliverySlack }),
    deliveryOther: text(draft.deliveryOther),
    firstName: text(draft.firstName),
    lastName: text(draft.lastName),
    companyName: text(draft.companyName),
    email: text(draft.email),
    phone: text(draft.phone),
  };
}

/** The first step that is not done. A password is never kept, so nobody resumes behind that step. */
export const stepToResume = ({ completedSteps }: Pick<Draft, 'completedSteps'>): Step =>
  steps.find((step) => step === 'security' || !completedSteps.includes(step as SavedStep)) ?? 'security';
