import type { Filters } from '@desk/contracts/leads/filters.schemas';

/** What this tab needs to resume after a reload, beyond the draft on the server. Never contains a password. */
export interface SignUpSession {
  sessionId?: string;
  /** Of the saved card. */
  setupIntentId?: string | undefined;
  dailyLeadLimit?: number;
  isAllStates?: boolean;
  states?: Filters['states'];
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
