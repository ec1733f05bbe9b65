import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const git = (root: string, args: readonly string[]): string[] =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

function mergeBase(root: string): string {
  for (const main of ['origin/main', 'main']) {
    try {
      const [commit] = git(root, ['merge-base', main, 'HEAD']);
      if (commit !== undefined) return commit;
    } catch {
      // This clone has no such branch.
    }
  }
  throw new Error(
    '--changed compares with the branch main, and this clone has neither main nor origin/main.',
  );
}

/**
 * Lists the files that differ from the merge base with main: committed, uncommitted and untracked. `present` leaves out
 * deleted files. Paths are relative to the root.
 */
export function listChangedFiles(root: string) {
  const tracked = git(root, ['diff', '--name-only', '--no-renames', mergeBase(root)]);
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard']);
  const all = [...new Set([...tracked, ...untracked])].sort();
  return { all, present: all.filter((file) => existsSync(join(root, file))) };
}
