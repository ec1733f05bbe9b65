import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/**
 * Refuses a file name under which secrets could be committed by mistake.
 *
 * @throws Error if the file is in a Git repository that does not ignore it
 */
export function assertIgnored(file: string): void {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', basename(file)], {
    cwd: dirname(resolve(file)),
    stdio: 'ignore',
  });
  // 0: ignored. 1: not ignored. Anything else: no repository, or no Git.
  if (status === 1)
    throw new Error(
      `${file} was not written: Git does not ignore it, so its secrets could be committed. Choose a name that begins with \`.env.\`.`,
    );
}

export const PRIVATE_MODE = 0o600;

/**
 * Writes a new file with secrets, readable only by its owner.
 *
 * @throws Error if it could be committed by mistake, or exists
 */
export function writeNewSecrets(file: string, text: string, explanation: string): void {
  assertIgnored(file);
  try {
    writeFileSync(file, text, { mode: PRIVATE_MODE, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} exists and was not changed${explanation}`, { cause: error });
  }
}

/** Prints a command's result, or its error. */
export function runCommand(run: () => string): void {
  try {
    console.log(run());
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
