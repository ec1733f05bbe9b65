import type { ComponentType } from 'react';
import type { Step } from '../lib/steps';
import type { Wizard } from '../lib/use-wizard';
import { ContactStep, NameStep, SecurityStep } from './account-steps';
import { ActivateStep } from './activate-step';
import { CardStep } from './card-step';
import { DeliveryStep } from './delivery-step';
import { LimitStep } from './limit-step';

type LaterStepName = Exclude<Step, 'start'>;

const screens: Record<LaterStepName, ComponentType<{ wizard: Wizard }>> = {
  delivery: DeliveryStep,
  name: NameStep,
  contact: ContactStep,
  security: SecurityStep,
  cc: CardStep,
  'daily-limit': LimitStep,
  activate: ActivateStep,
};

export function LaterStep({ step, wizard }: { step: LaterStepName; wizard: Wizard }) {
  const Screen = screens[step];
  return <Screen wizard={wizard} />;
}
