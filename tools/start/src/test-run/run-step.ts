import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { TestStep } from './steps.js';

export interface StepResult {
  ok: boolean;
  output: string;
}

/** Runs one step and collects its output. */
export function runStep(
  { command, env }: TestStep,
  root: string,
  extraEnv: Record<string, string>,
): Promise<StepResult> {
  const [program, ...args] = command;
  const path = [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: path, FORCE_COLOR: '0', NO_COLOR: '1', ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => {
      resolve({ ok: false, output: `${program}: ${error.message}` });
    });
    child.once('close', (code) => {
      resolve({ ok: code === 0, output: output.trim() });
    });
  });
}
