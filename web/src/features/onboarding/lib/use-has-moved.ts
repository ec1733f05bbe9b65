import { useState } from 'react';
import type { Step } from './steps';

/** Whether the visitor went from one step to another, by whichever way, since the wizard was first shown. */
export function useHasMoved(step: Step, isReady: boolean): boolean {
  const [seen, setSeen] = useState({ step, isReady, hasMoved: false });
  if (seen.step !== step || seen.isReady !== isReady)
    setSeen({ step, isReady, hasMoved: seen.isReady && isReady });
  return seen.hasMoved;
}
