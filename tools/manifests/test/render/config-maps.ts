import { createHash } from 'node:crypto';
import { type Fields, type Manifest, mapFields, type Value } from './manifest.js';

/** Parses a file of settings: `NAME=value` lines and comments. */
export function parseSettings(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map(parseSetting));
}

/** @throws Error if there is no `=`: Kustomize would read the operator's own environment */
export function parseSetting(line: string): [string, string] {
  const position = line.indexOf('=');
  if (position < 1) throw new Error(`'${line}' is not NAME=value.`);
  return [line.slice(0, position).trim(), line.slice(position + 1)];
}

export const toConfigMap = (name: string, data: Record<string, string>): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

/** Go's JSON escapes these, and sorts the names of a map. */
const encode = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const REPLACED_DIGITS: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** Returns the suffix that Kustomize appends to a generated ConfigMap: pods restart when it changes. */
export function hashSuffix(data: Fields): string {
  const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  const digest = createHash('sha256')
    .update(encode({ data: sorted, kind: 'ConfigMap', name: '' }))
    .digest('hex');
  return digest.slice(0, 10).replaceAll(/[013ae]/g, (digit) => REPLACED_DIGITS[digit] ?? digit);
}

/** Appends the suffix to the names of `generated` ConfigMaps, also where other manifests refer to them. */
export function nameByContent(manifests: readonly Manifest[], generated: ReadonlySet<string>): Manifest[] {
  const names = new Map(
    manifests
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && generated.has(metadata.name))
      .map(({ metadata: { name }, data }) => [name, `${name}-${hashSuffix(data as Fields)}`]),
  );
  const rename = (reference: Value | undefined): Fields | undefined => {
    const { name } = reference as { name: string };
    const renamed = names.get(name);
    return renamed === undefined ? undefined : { ...(reference as Fields), name: renamed };
  };
  return manifests.map((manifest) => {
    const referring = mapFields(manifest, (fields) => {
      const field = ['configMapRef', 'configMapKeyRef', 'configMap'].find((name) => name in fields);
      const renamed = field === undefined ? undefined : rename(fields[field]);
      return renamed === undefined || field === undefined ? fields : { ...fields, [field]: renamed };
    }) as Manifest;
    const name = manifest.kind === 'ConfigMap' ? names.get(manifest.metadata.name) : undefined;
    return name === undefined ? referring : { ...referring, metadata: { ...referring.metadata, name } };
  });
}
