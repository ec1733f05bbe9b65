import { spawnSync } from 'node:child_process';
import { basename, dirname, resolve } from 'node:path';

/**
 * Refuses a name for a file with secrets that could be committed by mistake.
 *
 * @throws Error if the file is in a Git repository that does not ignore it
 */
export function assertIgnored(file: string): void {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', basename(file)], {
    cwd: dirname(resolve(file)),
    stdio: 'ignore',
  });
  // 0: ignored. Anything but 1: there is no repository, or no Git.
  if (status === 1)
    throw new Error(
      `${file} was not written: Git does not ignore it, so its secrets could be committed. Choose a name that begins with \`.env.\`.`,
    );
}
