import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { AffectedPackage } from './select-affected.js';

/**
 * Asks Nx which packages the changed files affect. Nx knows the imports and what the packages declare: tests that
 * start a service's process name it in `implicitDependencies`.
 */
export function listAffectedPackages(root: string, changedFiles: readonly string[]): AffectedPackage[] {
  if (changedFiles.length === 0) return [];
  const nx = (args: readonly string[]): string =>
    execFileSync(join(root, 'node_modules/.bin/nx'), [...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NX_TUI: 'false', NX_DAEMON: 'false' },
    });
  const names = JSON.parse(
    nx(['show', 'projects', '--affected', `--files=${changedFiles.join(',')}`, '--json']),
  ) as string[];
  const { graph } = JSON.parse(nx(['graph', '--print'])) as {
    graph: { nodes: Record<string, { data: { root: string } }> };
  };
  return names.map((name) => ({ name, folder: graph.nodes[name]?.data.root ?? name }));
}
