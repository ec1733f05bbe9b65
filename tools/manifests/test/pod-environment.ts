import {
  type Fields,
  isFields,
  isList,
  type Manifest,
  toText,
  type Value,
  valueAt,
} from '../src/render/manifest.js';

export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

const items = (value: Value | undefined): Fields[] => (isList(value) ? value.filter(isFields) : []);

export function findManifest(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

const configMapData = (manifests: readonly Manifest[], name: string): Record<string, string> =>
  findManifest(manifests, 'ConfigMap', name)['data'] as Record<string, string>;

function secretData(secrets: Secrets, { name, optional }: Fields): Readonly<Record<string, string>> {
  const data = secrets[toText(name)];
  if (data === undefined && optional !== true) throw new Error(`The Secret ${toText(name)} is missing.`);
  return data ?? {};
}

/** Returns the environment that the first container of a workload gets from the cluster. */
export function environmentOf(
  manifests: readonly Manifest[],
  workload: Manifest,
  secrets: Secrets,
): Record<string, string> {
  const template = workload.kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec'] : ['spec'];
  const [container = {}] = items(valueAt(workload, [...template, 'template', 'spec', 'containers']));
  const sources = items(container['envFrom']).map(({ configMapRef, secretRef }) =>
    isFields(configMapRef)
      ? configMapData(manifests, toText(configMapRef['name']))
      : secretData(secrets, secretRef as Fields),
  );
  const variables = items(container['env']).flatMap(({ name, value, valueFrom }) => {
    const reference = valueAt(valueFrom, ['secretKeyRef']);
    const resolved = isFields(reference) ? secretData(secrets, reference)[toText(reference['key'])] : value;
    return resolved === undefined ? [] : [[toText(name), toText(resolved)] as const];
  });
  return Object.assign({}, ...sources, Object.fromEntries(variables)) as Record<string, string>;
}

/** Returns the names of the settings in each Secret that the ExternalSecrets of an installation make. */
export const listSecretSettings = (manifests: readonly Manifest[]): Record<string, string[]> =>
  Object.fromEntries(
    manifests
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map((manifest) => [
        toText(valueAt(manifest, ['spec', 'target', 'name'])),
        items(valueAt(manifest, ['spec', 'data'])).map(({ secretKey }) => toText(secretKey)),
      ]),
  );
