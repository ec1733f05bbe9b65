import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryStateDir } from '@desk/tool-start';
import type { Options } from '../options.js';
import { violationLines } from '../report.js';
import { withTestSystem } from '../run/with-test-system.js';
import { buildRelease, CannotBuild } from './previous-release.js';
import { runUpdate, updateOrders } from './rolling-update.js';

const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns whether every order of the update passed, or could not be tried because the packages differ. */
export async function testUpdate(
  { from, seed, copies, keep, json }: Options & { readonly from: string },
  signal: AbortSignal,
): Promise<boolean> {
  const print = json ? () => undefined : (line: string) => console.log(line);
  const folder = createTemporaryStateDir('release');
  try {
    const { commit, root } = await buildRelease(projectRoot, from, join(folder, 'checkout'));
    print(`Built ${from} (${commit.slice(0, 10)})`);
    const results = [];
    for (const order of updateOrders) {
      const result = await withTestSystem(
        { signal, copies, servicesRoot: root, onKept: (kept) => print(`Data and logs: ${kept}`) },
        (system) => runUpdate(system, order, seed),
        ({ violations }) => keep || violations.length > 0,
      );
      const { leads, drainMs, violations } = result;
      print(
        `${violations.length === 0 ? '✓' : '✗'} updated ${order.join(', ')}: ${leads} leads, ` +
          `drained ${(drainMs / 1_000).toFixed(1)} s, ${violations.length} violations, seed ${seed}`,
      );
      violationLines(violations, 8).forEach(print);
      results.push(result);
    }
    if (json) console.log(JSON.stringify({ from: commit, seed, updates: results }, null, 2));
    return results.every(({ violations }) => violations.length === 0);
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.error(`✗ The update was not tried: ${error.message}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
