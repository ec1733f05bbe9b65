const KEY = 'desk.sign-up-completed';

/** Set by a completed sign-up, so that the thank-you page is shown once. */
export const setCompletedSignUp = (): void => sessionStorage.setItem(KEY, '1');
export const hasCompletedSignUp = (): boolean => sessionStorage.getItem(KEY) !== null;
export const clearCompletedSignUp = (): void => sessionStorage.removeItem(KEY);
