import type { Allowance } from './allow-list.js';
import { assess, type Finding } from './assess.js';
import type { OsvClient } from './osv-client.js';
import type { Package } from './packages.js';
import { needsUpstream } from './severity.js';

/**
 * Asks the database about every package and decides about what it knows.
 *
 * @throws DatabaseError if any answer is missing: half a scan would look like a clean one
 */
export async function scan(
  packages: readonly Package[],
  client: OsvClient,
  allowList: readonly Allowance[],
  today: string,
): Promise<Finding[]> {
  const idsByPackage = await client.query(packages);
  const advisories = await client.load([...idsByPackage.values()].flat());
  const upstream = await client.load(
    [...advisories.values()].filter(needsUpstream).flatMap((advisory) => advisory.upstream ?? []),
  );
  const matches = [...idsByPackage].flatMap(([one, ids]) =>
    ids.flatMap((id) => {
      const advisory = advisories.get(id);
      return advisory ? [{ package: one, advisory }] : [];
    }),
  );
  return assess(matches, upstream, allowList, today);
}
