import type { ComponentType } from 'react';
import type { Step } from '../lib/steps';
import { ActivateStep } from './activate-step';
import { CardStep } from './card-step';
import { ContactStep } from './contact-step';
import { DeliveryStep } from './delivery-step';
import { LimitStep } from './limit-step';
import { NameStep } from './name-step';
import { SecurityStep } from './security-step';
import type { StepProps } from './step-props';

export const laterSteps: Record<Exclude<Step, 'start'>, ComponentType<StepProps>> = {
  delivery: DeliveryStep,
  name: NameStep,
  contact: ContactStep,
  security: SecurityStep,
  cc: CardStep,
  'daily-limit': LimitStep,
  activate: ActivateStep,
};
