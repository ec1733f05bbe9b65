import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notifyError } from '@/components/toast/toast-store';
import { callRoute, getErrorMessage, hasCode } from '@/lib/api-client';
import { type Answers, defaultAnswers, findResumeStep, readAnswers } from './answers';
import { clearSignUpSession, readSignUpSession, updateSignUpSession } from './sign-up-session';
import {
  getCurrentStep,
  INITIAL_HISTORY,
  planNavigation,
  readStepHistory,
  type StepHistory,
} from './step-history';
import { earlierStep, laterStep, previousStep, type Step } from './steps';

/**
 * The page is prerendered with its first step; only the browser knows whether there is a sign-up to resume.
 * `loading` and `load-failed` concern the draft of that sign-up.
 */
type Phase = 'prerendered' | 'loading' | 'load-failed' | 'ready';

interface WizardState {
  readonly phase: Phase;
  /** The last step that may be shown: all steps before it are complete and unchanged since. */
  readonly furthest: Step;
  readonly answers: Answers;
  readonly isResumed: boolean;
  /** Stripe's client secret for the card form, requested after the security step. */
  readonly clientSecret: string | null;
  readonly setupIntentId: string | null;
}

interface WizardChange {
  readonly answers?: Partial<Answers>;
  readonly clientSecret?: string | null;
  readonly setupIntentId?: string | null;
}

const prerenderedState: WizardState = {
  phase: 'prerendered',
  furthest: 'start',
  answers: defaultAnswers,
  isResumed: false,
  clientSecret: null,
  setupIntentId: null,
};
const initialState: WizardState = { ...prerenderedState, phase: 'ready' };

async function loadDraft(sessionId: string): Promise<WizardState> {
  try {
    const draft = await callRoute('resumeSignUp', { body: { sessionId } });
    const { setupIntentId = null, sessionId: _, ...limit } = readSignUpSession();
    const answers = { ...defaultAnswers, ...readAnswers(draft), ...limit };
    return { ...initialState, furthest: findResumeStep(draft), answers, isResumed: true, setupIntentId };
  } catch (error) {
    if (!hasCode(error, 'DRAFT_NOT_FOUND')) return { ...initialState, phase: 'load-failed' };
    // The draft has expired. Not worth an error: the visitor starts over.
    clearSignUpSession();
    return initialState;
  }
}

/** Opens the sign-up this tab began earlier, or a new one. Calls `onState` with `loading` first if it must load a draft. */
async function openSignUp(onState: (state: WizardState) => Promise<void>): Promise<void> {
  const { sessionId } = readSignUpSession();
  document.documentElement.removeAttribute('data-resuming');
  if (sessionId !== undefined) await onState({ ...prerenderedState, phase: 'loading' });
  await onState(sessionId === undefined ? initialState : await loadDraft(sessionId));
}

/** Stores what the server does not keep, so that it survives a reload. */
function persistChange({ answers, setupIntentId }: WizardChange): void {
  if (answers?.dailyLeadLimit !== undefined) {
    const { dailyLeadLimit, isAllStates = true, states = [] } = answers;
    updateSignUpSession({ dailyLeadLimit, isAllStates, states });
  }
  if (setupIntentId !== undefined) updateSignUpSession({ setupIntentId: setupIntentId ?? undefined });
}

const applyChange = (state: WizardState, change: WizardChange, furthest: Step): WizardState => ({
  ...state,
  ...change,
  furthest,
  answers: { ...state.answers, ...change.answers },
});

const PATH = '/get-started';

/** Ties the wizard's steps to the browser history. */
function useStepHistory() {
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

export type Wizard = ReturnType<typeof useWizard>;

/** Whether the visitor has moved between steps, by any means, since the wizard was first shown. */
function useHasChangedStep(step: Step, isReady: boolean): boolean {
  const [last, setLast] = useState({ step, isReady, hasChanged: false });
  if (last.step !== step || last.isReady !== isReady)
    setLast({ step, isReady, hasChanged: last.isReady && isReady });
  return last.hasChanged;
}

export function useWizard() {
  const [state, setState] = useState(prerenderedState);
  const { history, isStored, navigateTo, restartAt } = useStepHistory();
  const isReady = state.phase === 'ready';
  const requestedStep = getCurrentStep(history);
  const step = isReady ? earlierStep(requestedStep, state.furthest) : 'start';

  const [loadCount, setLoadCount] = useState(0);
  const onOpened = useEffectEvent(async (opened: WizardState, isMounted: () => boolean): Promise<void> => {
    // A new visit resumes at the furthest step; a reload stays on its own step, if that may be shown.
    if (isMounted() && !isStored && opened.isResumed) await restartAt(opened.furthest);
    if (isMounted()) setState(opened);
  });
  useLayoutEffect(() => {
    let isMounted = true;
    void openSignUp((opened) => onOpened(opened, () => isMounted));
    return () => {
      isMounted = false;
    };
  }, [loadCount]);

  const mountedStep = useRef<Step | null>(null);
  useEffect(() => {
    mountedStep.current = step;
    return () => {
      mountedStep.current = null;
    };
  }, [step]);

  // Browser Forward or a reload may request a step that may not be shown.
  const correctHistory = useEffectEvent((allowed: Step) => void navigateTo(allowed));
  useEffect(() => {
    if (isReady && requestedStep !== step) correctHistory(step);
  }, [isReady, requestedStep, step]);

  return {
    ...state,
    step,
    /** Whether focus and scroll should follow the visitor. */
    hasChangedStep: useHasChangedStep(step, isReady),
    /** Keeps a form's values, valid or not, so that nothing is lost however the visitor leaves the step. */
    keepAnswers: (values: Partial<Answers>) =>
      setState((current) => {
        const hasChanged = (Object.keys(values) as (keyof Answers)[]).some(
          (key) => values[key] !== current.answers[key],
        );
        if (!hasChanged) return current;
        return applyChange(current, { answers: values }, earlierStep(current.furthest, step));
      }),
    /** Moves on to a step once the current one is valid. */
    goTo: (next: Step, change: WizardChange = {}) => {
      persistChange(change);
      setState((current) => applyChange(current, change, laterStep(current.furthest, next)));
      // Do not navigate if the visitor has left this step while it was being saved.
      if (mountedStep.current === step) void navigateTo(next);
    },
    /** Moves back to a step that must be corrected before later steps can be shown again. */
    returnTo: (target: Step, change: WizardChange = {}) => {
      persistChange(change);
      setState((current) => applyChange(current, change, earlierStep(current.furthest, target)));
    },
    back: () => void navigateTo(previousStep(step)),
    /** Shows the error of any step. Starts over if the draft has expired. */
    onFailure: (error: unknown, fallback: string) => {
      notifyError(getErrorMessage(error, fallback));
      if (!hasCode(error, 'DRAFT_NOT_FOUND')) return;
      clearSignUpSession();
      setState((current) => ({ ...initialState, answers: current.answers }));
    },
    reload: () => setLoadCount((count) => count + 1),
    startOver: () => {
      clearSignUpSession();
      setState(initialState);
    },
  };
}
