import { type Fields, isFields, isList, type Value } from './manifest.js';

/** Lists whose items are merged by this field. Other lists are replaced, as Kubernetes does. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  ports: 'containerPort',
  tolerations: 'key',
  topologySpreadConstraints: 'topologyKey',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

function mergeItems(base: readonly Value[], patch: readonly Value[], key: string): Value[] {
  const patches = new Map(patch.map((item) => [isFields(item) ? item[key] : undefined, item]));
  if (patches.has(undefined)) throw new Error(`An item of a list in a patch lacks '${key}'.`);
  const isKnown = (name: Value | undefined): boolean =>
    base.some((item) => isFields(item) && item[key] === name);
  const merged = base.map((item) => {
    const change = isFields(item) ? patches.get(item[key]) : undefined;
    return change === undefined ? item : mergeValues(item, change);
  });
  // Kustomize puts new items in front.
  return [...patch.filter((item) => isFields(item) && !isKnown(item[key])), ...merged];
}

function mergeValues(base: Value | undefined, patch: Value, name?: string): Value {
  if (isFields(patch)) return mergeFields(isFields(base) ? base : {}, patch);
  const key = name === undefined ? undefined : MERGE_KEYS[name];
  return isList(base) && isList(patch) && key !== undefined ? mergeItems(base, patch, key) : patch;
}

/**
 * Applies a strategic merge patch. A field that is null in the patch is removed.
 *
 * @throws Error on `$patch` directives, which are not supported
 */
export function mergeFields(base: Fields, patch: Fields): Fields {
  const directive = Object.keys(patch).find((name) => name.startsWith('$'));
  if (directive) throw new Error(`'${directive}' in a patch is not supported.`);
  const result: Record<string, Value> = { ...base };
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) Reflect.deleteProperty(result, name);
    else result[name] = mergeValues(base[name], change, name);
  }
  return result;
}
