import type { Wizard } from '../lib/use-wizard';

export interface StepProps {
  readonly wizard: Wizard;
  readonly isEntered: boolean;
}
