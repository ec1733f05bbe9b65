import { hasCode } from '@/lib/api-client';
import { resumeDraft } from '../api/resume-draft';
import { type Answers, answersOf, DEFAULT_LIMIT, noAnswers, stepToResume } from './answers';
import { clearSession, keepInSession, readSession } from './sign-up-session';
import type { Step } from './steps';

/**
 * The page is prerendered with its first step; only the browser knows whether there is more. 'reading': an earlier
 * sign-up of this tab is asked for; 'unread': it could not be had.
 */
export type Phase = 'prerendered' | 'reading' | 'unread' | 'ready';

export interface WizardState {
  readonly phase: Phase;
  /** The last step that may be shown: those before it are done, and nothing in them has changed since. */
  readonly furthest: Step;
  readonly answers: Answers;
  readonly isResumed: boolean;
  /** The provider's secret for the card form; it is asked for with the security step. */
  readonly clientSecret: string | null;
  readonly setupIntentId: string | null;
}

export interface WizardChange {
  readonly answers?: Partial<Answers>;
  readonly clientSecret?: string | null;
  readonly setupIntentId?: string | null;
}

export const prerendered: WizardState = {
  phase: 'prerendered',
  furthest: 'start',
  answers: noAnswers,
  isResumed: false,
  clientSecret: null,
  setupIntentId: null,
};
export const afresh: WizardState = { ...prerendered, phase: 'ready' };

/** The sign-up that this tab began before. */
async function readDraft(sessionId: string): Promise<WizardState> {
  try {
    const draft = await resumeDraft(sessionId);
    const { setupIntentId = null, dailyLeadLimit = DEFAULT_LIMIT } = readSession();
    const answers = { ...noAnswers, ...answersOf(draft), dailyLeadLimit };
    return { ...afresh, furthest: stepToResume(draft), answers, isResumed: true, setupIntentId };
  } catch (error) {
    if (!hasCode(error, 'DRAFT_NOT_FOUND')) return { ...afresh, phase: 'unread' };
    // A draft that is gone is nothing to complain of: the visitor starts afresh.
    clearSession();
    return afresh;
  }
}

/** Tells what the visitor finds: the first step, or, in two stages, the sign-up that this tab began before. */
export async function openSignUp(tell: (state: WizardState) => Promise<void>): Promise<void> {
  const { sessionId } = readSession();
  document.documentElement.removeAttribute('data-resuming');
  if (sessionId !== undefined) await tell({ ...prerendered, phase: 'reading' });
  await tell(sessionId === undefined ? afresh : await readDraft(sessionId));
}

/** What the server does not keep and a reload must find. */
export function remember({ answers, setupIntentId }: WizardChange): void {
  if (answers?.dailyLeadLimit !== undefined) keepInSession({ dailyLeadLimit: answers.dailyLeadLimit });
  if (setupIntentId !== undefined) keepInSession({ setupIntentId: setupIntentId ?? undefined });
}

export const changed = (now: WizardState, change: WizardChange, furthest: Step): WizardState => ({
  ...now,
  ...change,
  furthest,
  answers: { ...now.answers, ...change.answers },
});
