import {
  type Fields,
  isFields,
  isList,
  type Manifest,
  toText,
  type Value,
  valueAt,
} from './render/manifest.js';

export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Stands for Secrets whose content does not matter. */
export const emptySecrets: Secrets = new Proxy<Secrets>({}, { get: () => ({}) });

export const items = (value: Value | undefined): Fields[] => (isList(value) ? value.filter(isFields) : []);

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

/** Returns the pod template of a workload, or an empty object for any other manifest. */
export function templateOf(manifest: Manifest): Fields {
  const path =
    manifest.kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template'] : ['spec', 'template'];
  const template = valueAt(manifest, path);
  return isFields(template) ? template : {};
}

export const firstContainerOf = (workload: Manifest): Fields =>
  items(valueAt(templateOf(workload), ['spec', 'containers']))[0] ?? {};

/** Whether a workload's pods may connect to PostgreSQL. */
export const isDatabaseClient = (manifest: Manifest): boolean =>
  valueAt(templateOf(manifest), ['metadata', 'labels', 'annuity-desk/postgres']) === 'client';

/** Returns the environment that the first container of a workload gets from the cluster. */
export function environmentOf(
  manifests: readonly Manifest[],
  workload: Manifest,
  secrets: Secrets,
): Record<string, string> {
  const container = firstContainerOf(workload);
  const sources = items(container['envFrom']).map(({ configMapRef, secretRef }) =>
    isFields(configMapRef)
      ? configMapData(manifests, toText(configMapRef['name']))
      : secretData(secrets, secretRef as Fields),
  );
  const variables = items(container['env']).flatMap(({ name, value, valueFrom }) => {
    const { secretKeyRef: secret, configMapKeyRef: configMap } = isFields(valueFrom) ? valueFrom : {};
    const resolved = isFields(secret)
      ? secretData(secrets, secret)[toText(secret['key'])]
      : isFields(configMap)
        ? configMapData(manifests, toText(configMap['name']))[toText(configMap['key'])]
        : value;
    return resolved === undefined ? [] : [[toText(name), toText(resolved)] as const];
  });
  return Object.assign({}, ...sources, Object.fromEntries(variables)) as Record<string, string>;
}

/** Returns the names of the settings in each Secret that the ExternalSecrets of an installation create. */
export const listSecretSettings = (manifests: readonly Manifest[]): Record<string, string[]> =>
  Object.fromEntries(
    manifests
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map((manifest) => [
        toText(valueAt(manifest, ['spec', 'target', 'name'])),
        items(valueAt(manifest, ['spec', 'data'])).map(({ secretKey }) => toText(secretKey)),
      ]),
  );
