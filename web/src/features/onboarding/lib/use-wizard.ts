import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { notifyError } from '@/components/toast/toast-store';
import { hasCode, sentenceOf } from '@/lib/api-client';
import type { Answers } from './answers';
import { clearSession } from './sign-up-session';
import { before, earlier, later, type Step } from './steps';
import { lastOf } from './trail';
import { useHasMoved } from './use-has-moved';
import { useTrail } from './use-trail';
import { afresh, changed, openSignUp, prerendered, remember } from './wizard-state';
import type { WizardChange, WizardState } from './wizard-state';

export interface Wizard extends Omit<WizardState, 'furthest'> {
  readonly step: Step;
  /** Whether the visitor went from one step to another: the focus and the eye then follow. */
  readonly hasMoved: boolean;
  /** What stands in a step's form, right or not: whichever way the visitor leaves it, nothing is lost. */
  readonly keep: (values: Partial<Answers>) => void;
  /** On to a step, after the one before it was found good. */
  readonly goTo: (step: Step, change?: WizardChange) => void;
  /** Back to a step that must be put right before a later one can be shown again. */
  readonly returnTo: (step: Step, change?: WizardChange) => void;
  readonly back: () => void;
  /** For failures of any step: what the draft's end means, told once. */
  readonly onFailure: (error: unknown, fallback: string) => void;
  readonly readAgain: () => void;
  readonly startOver: () => void;
}

/** The state of a sign-up: step by step, back and forward without loss, and resumed after a reload. */
export function useWizard(): Wizard {
  const [state, setState] = useState(prerendered);
  const { trail, isMarked, walk, mark } = useTrail();
  const isReady = state.phase === 'ready';
  const wanted = lastOf(trail);
  const step = isReady ? earlier(wanted, state.furthest) : 'start';

  const [readings, setReadings] = useState(0);
  const show = useEffectEvent(async (found: WizardState, isHere: () => boolean): Promise<void> => {
    // A new visit goes on where the sign-up stands; a reload stays on its step, if that can be shown.
    if (isHere() && !isMarked && found.isResumed) await mark(found.furthest);
    if (isHere()) setState(found);
  });
  useLayoutEffect(() => {
    let isHere = true;
    void openSignUp((found) => show(found, () => isHere));
    return () => {
      isHere = false;
    };
  }, [readings]);

  const shown = useRef<Step | null>(null);
  useEffect(() => {
    shown.current = step;
    return () => {
      shown.current = null;
    };
  }, [step]);

  // The browser's Forward, or a reload, may ask for a step that cannot be shown (any more).
  const standOn = useEffectEvent((at: Step) => void walk(at));
  useEffect(() => {
    if (isReady && wanted !== step) standOn(step);
  }, [isReady, wanted, step]);

  return {
    ...state,
    step,
    hasMoved: useHasMoved(step, isReady),
    keep: (values) =>
      setState((now) => {
        const isNew = (Object.keys(values) as (keyof Answers)[]).some(
          (key) => values[key] !== now.answers[key],
        );
        return isNew ? changed(now, { answers: values }, earlier(now.furthest, step)) : now;
      }),
    goTo: (next, change = {}) => {
      remember(change);
      setState((now) => changed(now, change, later(now.furthest, next)));
      // Whoever has left the step meanwhile is not called back.
      if (shown.current === step) void walk(next);
    },
    returnTo: (next, change = {}) => {
      remember(change);
      setState((now) => changed(now, change, earlier(now.furthest, next)));
    },
    back: () => void walk(before(step)),
    onFailure: (error, fallback) => {
      notifyError(sentenceOf(error, fallback));
      if (!hasCode(error, 'DRAFT_NOT_FOUND')) return;
      clearSession();
      setState((now) => ({ ...afresh, answers: now.answers }));
    },
    readAgain: () => setReadings((count) => count + 1),
    startOver: () => {
      clearSession();
      setState(afresh);
    },
  };
}
