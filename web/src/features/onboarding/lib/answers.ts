import type { Draft } from '@desk/contracts/accounts/onboarding.schemas';
import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { DAILY_LIMIT_DEFAULT } from '@desk/contracts/leads/daily-limit.values';
import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { type Step, steps } from './steps';

export const defaultAnswers = {
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
  dailyLeadLimit: DAILY_LIMIT_DEFAULT,
  isAllStates: true,
  /** Where the agent is licensed, unless that is everywhere. */
  states: [] as Filters['states'],
};
/** The visitor's answers so far. Passwords exist only here, never in a draft or in storage. */
export type Answers = typeof defaultAnswers;

/** Reads the answers from a draft. Steps not completed keep their defaults. */
export function readAnswers(draft: Draft): Partial<Answers> {
  const { deliveryEmail, deliveryText, deliverySlack, completedSteps } = draft;
  const toText = (value: string | null) => value ?? '';
  return {
    ...(completedSteps.includes('delivery') && { deliveryEmail, deliveryText, deliverySlack }),
    deliveryOther: toText(draft.deliveryOther),
    firstName: toText(draft.firstName),
    lastName: toText(draft.lastName),
    companyName: toText(draft.companyName),
    email: toText(draft.email),
    phone: formatPhone(toText(draft.phone)),
  };
}

export function describeStates({ isAllStates, states }: Pick<Answers, 'isAllStates' | 'states'>): string {
  if (isAllStates) return 'All states';
  return states.length > 6 ? `${states.length} states` : states.join(', ');
}

/** Returns the first incomplete step, `security` at the latest: passwords are not saved and must be chosen again. */
export const findResumeStep = ({ completedSteps }: Pick<Draft, 'completedSteps'>): Step =>
  steps.find((step) => step === 'security' || !completedSteps.includes(step as SavedStep)) ?? 'security';
