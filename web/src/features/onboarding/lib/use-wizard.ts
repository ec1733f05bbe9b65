import { useEffect, useState } from 'react';
import { notifyError } from '@/components/toast/toast-store';
import { hasCode, sentenceOf, UNREACHABLE } from '@/lib/api-client';
import { resumeDraft } from '../api/resume-draft';
import { type Answers, answersOf, DEFAULT_LIMIT, noAnswers, stepToResume } from './answers';
import { clearSession, keepInSession, readSession } from './sign-up-session';
import { before, type Step } from './steps';

export interface Wizard {
  readonly step: Step;
  readonly answers: Answers;
  /** False while an earlier sign-up of this tab is being read. */
  readonly isReady: boolean;
  readonly isResumed: boolean;
  /** Whether the visitor went from one step to another: the focus and the eye then follow. */
  readonly hasMoved: boolean;
  /** The provider's secret for the card form; it is asked for with the security step. */
  readonly clientSecret: string | null;
  readonly setupIntentId: string | null;
  readonly goTo: (step: Step, change?: WizardChange) => void;
  readonly back: () => void;
  /** For failures of any step: what the draft's end means, told once. */
  readonly onFailure: (error: unknown, fallback: string) => void;
}

export interface WizardChange {
  answers?: Partial<Answers>;
  clientSecret?: string | null;
  setupIntentId?: string | null;
}

interface State {
  step: Step;
  answers: Answers;
  isReady: boolean;
  isResumed: boolean;
  hasMoved: boolean;
  clientSecret: string | null;
  setupIntentId: string | null;
}

const fresh: State = {
  step: 'start',
  answers: noAnswers,
  isReady: true,
  isResumed: false,
  hasMoved: false,
  clientSecret: null,
  setupIntentId: null,
};

async function resume(sessionId: string, update: (change: Partial<State>) => void): Promise<void> {
  update({ isReady: false });
  update({ ...(await readDraft(sessionId)), isReady: true });
}

async function readDraft(sessionId: string): Promise<Partial<State>> {
  try {
    const draft = await resumeDraft(sessionId);
    const { setupIntentId = null, dailyLeadLimit = DEFAULT_LIMIT } = readSession();
    const answers = { ...noAnswers, ...answersOf(draft), dailyLeadLimit };
    return { step: stepToResume(draft), answers, isResumed: true, setupIntentId };
  } catch (error) {
    // A draft that is gone is nothing to complain of: the visitor starts afresh.
    if (hasCode(error, 'DRAFT_NOT_FOUND')) clearSession();
    else notifyError(sentenceOf(error, UNREACHABLE));
    return {};
  }
}

/** The state of a sign-up: step by step, back without loss, and resumed after a reload. */
export function useWizard(): Wizard {
  const [state, setState] = useState<State>(fresh);
  const update = (change: Partial<State>) => setState((now) => ({ ...now, ...change }));

  useEffect(() => {
    const { sessionId } = readSession();
    document.documentElement.removeAttribute('data-resuming');
    if (sessionId !== undefined) void resume(sessionId, update);
  }, []);

  const goTo: Wizard['goTo'] = (step, { answers, ...change } = {}) => {
    if (answers?.dailyLeadLimit !== undefined) keepInSession({ dailyLeadLimit: answers.dailyLeadLimit });
    if (typeof change.setupIntentId === 'string') keepInSession({ setupIntentId: change.setupIntentId });
    setState((now) => ({ ...now, ...change, step, hasMoved: true, answers: { ...now.answers, ...answers } }));
  };

  return {
    ...state,
    goTo,
    back: () => goTo(before(state.step)),
    onFailure: (error, fallback) => {
      notifyError(sentenceOf(error, fallback));
      if (!hasCode(error, 'DRAFT_NOT_FOUND')) return;
      clearSession();
      update({ step: 'start', clientSecret: null, setupIntentId: null, isResumed: false });
    },
  };
}
