import { useLocation, useNavigate } from 'react-router';
import { INITIAL_HISTORY, planNavigation, readStepHistory, type StepHistory } from './step-history';
import type { Step } from './steps';

const PATH = '/get-started';

/** Ties the wizard's steps to the browser history. */
export function useStepHistory() {
  const navigate = useNavigate();
  const stored = readStepHistory(useLocation().state);
  const history = stored ?? INITIAL_HISTORY;

  const write = async (next: StepHistory, replace: boolean): Promise<void> => {
    await navigate(PATH, { state: { steps: next }, replace });
  };

  const navigateTo = async (step: Step): Promise<void> => {
    const navigation = planNavigation(history, step);
    if (navigation.kind === 'go') await navigate(navigation.delta);
    if (navigation.kind === 'replace') await write(navigation.history, true);
    if (navigation.kind !== 'push') return;
    // Store the step in the visitor's first entry before leaving it, so that a reload there stays on that step.
    if (stored === null) await write(history, true);
    await write(navigation.history, false);
  };

  return {
    history,
    /** Whether the wizard created the current history entry. */
    isStored: stored !== null,
    navigateTo,
    /** Replaces the current entry by one that shows only this step. */
    restartAt: (step: Step) => write([step], true),
  };
}
