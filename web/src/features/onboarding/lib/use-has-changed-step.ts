import { useState } from 'react';
import type { Step } from './steps';

/** Whether the visitor has moved between steps, by any means, since the wizard was first shown. */
export function useHasChangedStep(step: Step, isReady: boolean): boolean {
  const [last, setLast] = useState({ step, isReady, hasChanged: false });
  if (last.step !== step || last.isReady !== isReady)
    setLast({ step, isReady, hasChanged: last.isReady && isReady });
  return last.hasChanged;
}
