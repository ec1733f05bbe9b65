/** What this tab must know to go on after a reload. No password, and nothing that the server keeps. */
export interface SignUpSession {
  sessionId?: string;
  /** The card that was saved. */
  setupIntentId?: string | undefined;
  dailyLeadLimit?: number;
}

/** Also looked for by `public/resuming.js`. */
const KEY = 'desk.sign-up';

export function readSession(): SignUpSession {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as SignUpSession;
  } catch {
    return {};
  }
}

export const keepInSession = (part: SignUpSession): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ ...readSession(), ...part }));

export const clearSession = (): void => sessionStorage.removeItem(KEY);
