/** What the person at the console is told: one line for each step that is done, and warnings. */
export interface Reporter {
  /** Runs `work`; its answer, if any, becomes the line: ✓ answer  1.2 s. */
  step: <T>(title: string, work: () => Promise<T>, say?: (result: T) => string) => Promise<T>;
  note: (line: string) => void;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function consoleReporter(out: NodeJS.WriteStream = process.stdout): Reporter {
  let current: string | undefined;
  const erase = (): void => {
    if (out.isTTY && current) out.write('\r\x1b[2K');
  };
  const draw = (): void => {
    if (out.isTTY && current) out.write(`  ${current} …`);
  };
  return {
    note: (line) => {
      erase();
      out.write(`${line}\n`);
      draw();
    },
    step: async (title, work, say) => {
      const started = Date.now();
      current = title;
      draw();
      try {
        const result = await work();
        erase();
        out.write(`✓ ${say ? say(result) : title}  ${seconds(Date.now() - started)}\n`);
        return result;
      } catch (error) {
        erase();
        out.write(`✗ ${title}\n`);
        throw error;
      } finally {
        current = undefined;
      }
    },
  };
}

/** For tests and tools that have a console of their own. */
export const silentReporter: Reporter = {
  step: (_title, work) => work(),
  note: () => undefined,
};
