let isLeaving = false;

/** Listens to `beforeunload` while something typed would be lost. The browser then asks before it leaves. */
export function confirmLeaving(event: Event): void {
  if (!isLeaving) event.preventDefault();
}

/** Asks the pages what the browser asks them before it leaves: whether something typed would be lost. */
export const hasUnsavedText = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Leaves the app without a question of the browser: the user has already been asked. */
export function leaveFor(path: string): void {
  isLeaving = true;
  location.assign(path);
}
