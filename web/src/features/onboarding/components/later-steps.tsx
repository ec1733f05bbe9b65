import type { ComponentType } from 'react';
import type { Step } from '../lib/steps';
import type { Wizard } from '../lib/use-wizard';
import { ActivateStep } from './activate-step';
import { CardStep } from './card-step';
import { ContactStep } from './contact-step';
import { DeliveryStep } from './delivery-step';
import { LimitStep } from './limit-step';
import { NameStep } from './name-step';
import { SecurityStep } from './security-step';

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
