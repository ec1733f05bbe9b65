const KEY = 'desk.sign-up-completed';

/** Set by a completed sign-up, for the thank-you page to be shown once. */
export const setCompletedSignUp = (): void => sessionStorage.setItem(KEY, '1');
export const hasCompletedSignUp = (): boolean => sessionStorage.getItem(KEY) !== null;
export const clearCompletedSignUp = (): void => sessionStorage.removeItem(KEY);
