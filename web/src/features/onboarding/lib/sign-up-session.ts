import type { Answers } from './answers';

/** What this tab needs to resume after a reload, beyond the draft on the server. Never contains a password. */
interface SignUpSession extends Partial<Pick<Answers, 'dailyLeadLimit' | 'isAllStates' | 'states'>> {
  sessionId?: string;
  /** Id of Stripe's SetupIntent that saved the card. */
  setupIntentId?: string | undefined;
}

/** Also read by `public/resuming.js`. */
const KEY = 'desk.sign-up';

export function readSignUpSession(): SignUpSession {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as SignUpSession;
  } catch {
    return {};
  }
}

export const updateSignUpSession = (changes: SignUpSession): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ ...readSignUpSession(), ...changes }));

export const clearSignUpSession = (): void => sessionStorage.removeItem(KEY);
