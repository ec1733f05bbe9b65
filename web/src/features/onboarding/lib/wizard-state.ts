import { callRoute, hasCode } from '@/lib/api-client';
import { type Answers, defaultAnswers, findResumeStep, readAnswers } from './answers';
import { clearSignUpSession, readSignUpSession, updateSignUpSession } from './sign-up-session';
import type { Step } from './steps';

/**
 * The page is prerendered with its first step; only the browser knows whether there is a sign-up to resume.
 * `loading` and `load-failed` concern the draft of that sign-up.
 */
export type Phase = 'prerendered' | 'loading' | 'load-failed' | 'ready';

export interface WizardState {
  readonly phase: Phase;
  /** The last step that may be shown: all steps before it are complete and unchanged since. */
  readonly furthest: Step;
  readonly answers: Answers;
  readonly isResumed: boolean;
  /** Stripe's client secret for the card form, requested after the security step. */
  readonly clientSecret: string | null;
  readonly setupIntentId: string | null;
}

export interface WizardChange {
  readonly answers?: Partial<Answers>;
  readonly clientSecret?: string | null;
  readonly setupIntentId?: string | null;
}

export const prerenderedState: WizardState = {
  phase: 'prerendered',
  furthest: 'start',
  answers: defaultAnswers,
  isResumed: false,
  clientSecret: null,
  setupIntentId: null,
};
export const initialState: WizardState = { ...prerenderedState, phase: 'ready' };

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
export async function openSignUp(onState: (state: WizardState) => Promise<void>): Promise<void> {
  const { sessionId } = readSignUpSession();
  document.documentElement.removeAttribute('data-resuming');
  if (sessionId !== undefined) await onState({ ...prerenderedState, phase: 'loading' });
  await onState(sessionId === undefined ? initialState : await loadDraft(sessionId));
}

/** Stores what the server does not keep, so that it survives a reload. */
export function persistChange({ answers, setupIntentId }: WizardChange): void {
  if (answers?.dailyLeadLimit !== undefined) {
    const { dailyLeadLimit, isAllStates = true, states = [] } = answers;
    updateSignUpSession({ dailyLeadLimit, isAllStates, states });
  }
  if (setupIntentId !== undefined) updateSignUpSession({ setupIntentId: setupIntentId ?? undefined });
}

export const applyChange = (state: WizardState, change: WizardChange, furthest: Step): WizardState => ({
  ...state,
  ...change,
  furthest,
  answers: { ...state.answers, ...change.answers },
});
