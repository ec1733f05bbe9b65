/** Shows the progress of a command. */
export interface Reporter {
  /** Runs `work`, then prints `✓ <title>  1.2 s`. `describe` derives the title from the result. Steps may overlap. */
  step: <T>(title: string, work: () => Promise<T>, describe?: (result: T) => string) => Promise<T>;
  print: (line: string) => void;
}

const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function consoleReporter(out: NodeJS.WriteStream = process.stdout): Reporter {
  const runningSteps = new Set<string>();
  // On a terminal, the last line shows the running steps.
  const eraseStatusLine = (): void => {
    if (out.isTTY && runningSteps.size > 0) out.write('\r\x1b[2K');
  };
  const drawStatusLine = (): void => {
    if (out.isTTY && runningSteps.size > 0) out.write(`  ${[...runningSteps].join(', ')} …`);
  };
  const print = (line: string): void => {
    eraseStatusLine();
    out.write(`${line}\n`);
    drawStatusLine();
  };
  const finishStep = (title: string, line: string): void => {
    eraseStatusLine();
    runningSteps.delete(title);
    out.write(`${line}\n`);
    drawStatusLine();
  };
  return {
    print,
    step: async (title, work, describe) => {
      const startedAt = Date.now();
      eraseStatusLine();
      runningSteps.add(title);
      drawStatusLine();
      try {
        const result = await work();
        const doneTitle = describe ? describe(result) : title;
        finishStep(title, `✓ ${doneTitle}  ${formatSeconds(Date.now() - startedAt)}`);
        return result;
      } catch (error) {
        finishStep(title, `✗ ${title}`);
        throw error;
      }
    },
  };
}

/** For tests, and for tools that print their own progress. */
export const silentReporter: Reporter = {
  step: (_title, work) => work(),
  print: () => undefined,
};
