interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>;
}

/** Returns the packages, other than the project's own, that are installed in different versions. */
export function findPackageDifferences(lock: string, otherLock: string): string[] {
  const [versions, otherVersions] = [lock, otherLock].map(readVersions);
  const paths = new Set([...(versions?.keys() ?? []), ...(otherVersions?.keys() ?? [])]);
  return [...paths].filter((path) => versions?.get(path) !== otherVersions?.get(path));
}

const readVersions = (lock: string): Map<string, string | undefined> =>
  new Map(
    Object.entries((JSON.parse(lock) as LockFile).packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
      .map(([path, { version }]) => [path, version]),
  );
