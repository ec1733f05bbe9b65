import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv, createStateDir, logsDir, root } from './paths.mjs';

/** Prints `✓ title  1.2 s` once `work` is done. */
export async function step(title, doneTitle, work) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true;
  if (isTerminal) process.stdout.write(`  ${title} …`);
  try {
    await work();
  } finally {
    if (isTerminal) process.stdout.write('\r\x1b[2K');
  }
  console.log(`✓ ${doneTitle}  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

export class CommandError extends Error {
  constructor(name, exitCode, output) {
    super(`✗ ${name} failed:\n\n${output.trimEnd().split('\n').slice(-60).join('\n')}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}

/** Runs a command with its output in `.state/logs/<name>.log`. Throws a `CommandError` if it fails. */
export async function runCommand(name, command, args, cwd = root) {
  createStateDir();
  const logFile = join(logsDir, `${name}.log`);
  const log = openSync(logFile, 'w', 0o600);
  // NODE_ENV is for the services: npm would skip devDependencies in production, Vite would not minify in development.
  const env = childEnv();
  delete env.NODE_ENV;
  const child = spawn(command, args, { cwd, stdio: ['ignore', log, log], env });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(signal ? 130 : code));
  });
  process.off('SIGTERM', forward).off('SIGINT', forward);
  closeSync(log);
  if (exitCode === 130) process.exit(130);
  if (exitCode !== 0) throw new CommandError(name, exitCode, readFileSync(logFile, 'utf8'));
}
