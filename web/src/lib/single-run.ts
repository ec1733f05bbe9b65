/**
 * Returns a function that runs one task at a time. It ignores calls during a run: the second click of a double click
 * comes before the page shows that the first one is being handled.
 */
export function createSingleRun(
  onChange: (isRunning: boolean) => void,
): (task: () => Promise<unknown>) => Promise<void> {
  let isRunning = false;
  return async (task) => {
    if (isRunning) return;
    onChange((isRunning = true));
    try {
      await task();
    } finally {
      onChange((isRunning = false));
    }
  };
}
