import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { TestStep } from './steps.js';

/** Runs one step and keeps what it says. */
export function runStep(
  { command, env }: TestStep,
  root: string,
  extraEnv: Record<string, string>,
): Promise<{ ok: boolean; output: string }> {
  const [program, ...args] = command;
  const path = [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: path, FORCE_COLOR: '0', NO_COLOR: '1', ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => {
      resolve({ ok: false, output: `${program}: ${error.message}` });
    });
    child.once('close', (code) => {
      resolve({ ok: code === 0, output: output.trim() });
    });
  });
}
