/** Edits are saved after a pause. A sign-out has to wait for them: without a session they could not be saved. */
const starts = new Set<() => void>();
const running = new Set<Promise<unknown>>();

/** Registers what saves a waiting edit at once. Returns a function that takes this back. */
export function registerWaitingSave(start: () => void): () => void {
  starts.add(start);
  return () => starts.delete(start);
}

/** Makes `finishSaves` wait for a save that has started. Whoever started it shows its outcome. */
export function trackSave(save: Promise<unknown>): void {
  running.add(save);
  const forget = () => running.delete(save);
  save.then(forget, forget);
}

/** Starts waiting saves, and resolves once nothing is left to save. Rejects if a save fails. */
export async function finishSaves(): Promise<void> {
  for (const start of starts) start();
  await Promise.all(running);
}
