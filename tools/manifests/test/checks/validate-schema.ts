import type { Manifest } from '../render/manifest.js';
import { moduleOf } from './api-groups.js';

interface Model {
  validate(): void;
}
type Models = Readonly<Record<string, (new (data: Manifest) => Model) | undefined>>;

/** Returns what the published schema of the manifest's kind refuses, or undefined. */
export async function findSchemaProblem(manifest: Manifest): Promise<string | undefined> {
  const { apiVersion, kind, metadata } = manifest;
  const module = moduleOf(apiVersion);
  if (module === undefined)
    return `${kind} ${metadata.name}: ${apiVersion} is not in the list of served versions`;
  const Kind = ((await import(module)) as Models)[kind];
  if (!Kind) return `${kind} ${metadata.name}: ${apiVersion} has no such kind`;
  try {
    new Kind(manifest).validate();
    return undefined;
  } catch (error) {
    return `${kind} ${metadata.name}: ${(error as Error).message}`;
  }
}
