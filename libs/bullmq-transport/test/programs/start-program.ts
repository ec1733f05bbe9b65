import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Program {
  readonly child: ChildProcess;
  /** Waits for the next line that begins with this word. Resolves with the rest of it. */
  readonly line: (word: string) => Promise<string>;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a separate process, which a test may kill. `file` is a TypeScript source. */
export function startProgram(file: string, env: Readonly<Record<string, string>>): Program {
  const hooks = join(import.meta.dirname, '../../../testing/jest/typescript-sources.mjs');
  const child = spawn(process.execPath, ['--no-warnings', '--import', hooks, file], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const exit = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return {
    child,
    exit,
    line: (word) =>
      new Promise((resolve, reject) => {
        const listen = (text: string): void => {
          if (!text.startsWith(word)) return;
          lines.off('line', listen);
          resolve(text.slice(word.length).trim());
        };
        lines.on('line', listen);
        void exit.then(({ code, signal }) => reject(new Error(`ended with ${code ?? signal ?? ''}`)));
      }),
  };
}
