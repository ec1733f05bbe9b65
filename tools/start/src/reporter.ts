/** Writes one line to the console for each finished step, and notes. */
export interface Reporter {
  /** Runs `work`, then writes `✓ <title>  1.2 s`. `describe` makes the title from the result. Steps may overlap. */
  step: <T>(title: string, work: () => Promise<T>, describe?: (result: T) => string) => Promise<T>;
  note: (line: string) => void;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function consoleReporter(out: NodeJS.WriteStream = process.stdout): Reporter {
  const running = new Set<string>();
  // A terminal shows the running steps in its last line.
  const erase = (): void => {
    if (out.isTTY && running.size > 0) out.write('\r\x1b[2K');
  };
  const draw = (): void => {
    if (out.isTTY && running.size > 0) out.write(`  ${[...running].join(', ')} …`);
  };
  const write = (line: string): void => {
    erase();
    out.write(`${line}\n`);
    draw();
  };
  const finish = (title: string, line: string): void => {
    erase();
    running.delete(title);
    out.write(`${line}\n`);
    draw();
  };
  return {
    note: write,
    step: async (title, work, describe) => {
      const startedAt = Date.now();
      erase();
      running.add(title);
      draw();
      try {
        const result = await work();
        finish(title, `✓ ${describe ? describe(result) : title}  ${seconds(Date.now() - startedAt)}`);
        return result;
      } catch (error) {
        finish(title, `✗ ${title}`);
        throw error;
      }
    },
  };
}

/** For tests, and for tools that have a console of their own. */
export const silentReporter: Reporter = {
  step: (_title, work) => work(),
  note: () => undefined,
};
