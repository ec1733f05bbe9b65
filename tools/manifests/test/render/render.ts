import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { nameByContent, parseSetting, parseSettings, toConfigMap } from './config-maps.js';
import { type Manifest, mapFields } from './manifest.js';
import { mergeFields } from './merge-patch.js';
import { array, type InferType, object, string } from 'yup';

const text = () => string().required();
/** `name` is a regular expression that the whole name must match. */
const target = object({ group: string(), kind: string(), name: string() }).noUnknown();

/** The part of a Kustomization that the renderer supports. Anything else is an error, so that nothing is left out silently. */
const schema = object({
  apiVersion: text().oneOf(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: text().oneOf(['Kustomization', 'Component']),
  namespace: string(),
  resources: array(text()).default([]),
  components: array(text()).default([]),
  images: array(
    object({ name: text(), newName: string(), newTag: string(), digest: string() }).noUnknown(),
  ).default([]),
  configMapGenerator: array(
    object({
      name: text(),
      behavior: string().oneOf(['create', 'merge']).default('create'),
      envs: array(text()).default([]),
      /** Each file becomes an entry with its name. */
      files: array(text()).default([]),
      literals: array(text()).default([]),
    }).noUnknown(),
  ).default([]),
  patches: array(object({ path: string(), patch: string(), target: target.required() }).noUnknown()).default(
    [],
  ),
}).noUnknown();

type Kustomization = InferType<typeof schema>;
/** Which objects a patch changes. */
type Target = InferType<typeof target>;

/**
 * Reads `kustomization.yaml` of a folder.
 *
 * @throws ValidationError on fields that are not supported
 */
function readKustomization(folder: string): Kustomization {
  const content: unknown = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  // Strict first: otherwise unknown fields would be dropped instead of refused.
  schema.validateSync(content, { strict: true });
  return schema.cast(content);
}

interface Rendering {
  readonly manifests: readonly Manifest[];
  /** Names of generated ConfigMaps, which get a suffix in the end. */
  readonly generated: ReadonlySet<string>;
}

const CLUSTER_KINDS = ['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'ClusterSecretStore'];

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8'), { merge: true, uniqueKeys: true })
    .map((document) => {
      const [error] = document.errors;
      if (error) throw new Error(`${file}: ${error.message}`);
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);

const isFolder = (path: string): boolean => statSync(path).isDirectory();

function generate(folder: string, { configMapGenerator }: Kustomization, before: Rendering): Rendering {
  const manifests = [...before.manifests];
  const generated = new Set(before.generated);
  for (const { name, behavior, envs, files, literals } of configMapGenerator) {
    const data = {
      ...Object.fromEntries(files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')])),
      ...Object.assign({}, ...envs.map((file) => parseSettings(readFileSync(join(folder, file), 'utf8')))),
      ...Object.fromEntries(literals.map(parseSetting)),
    } as Record<string, string>;
    const index = manifests.findIndex((item) => item.kind === 'ConfigMap' && item.metadata.name === name);
    const existing = manifests[index];
    if ((existing !== undefined) !== (behavior === 'merge'))
      throw new Error(`${folder}: the ConfigMap ${name} cannot be generated with behavior '${behavior}'.`);
    if (existing)
      manifests[index] = toConfigMap(name, { ...(existing['data'] as Record<string, string>), ...data });
    else manifests.push(toConfigMap(name, data));
    generated.add(name);
  }
  return { manifests, generated };
}

function createMatcher({ group, kind, name }: Target): (manifest: Manifest) => boolean {
  const pattern = new RegExp(`^(?:${name ?? '.*'})$`);
  return (manifest) =>
    (group ?? groupOf(manifest)) === groupOf(manifest) &&
    (kind ?? manifest.kind) === manifest.kind &&
    pattern.test(manifest.metadata.name);
}

const groupOf = ({ apiVersion }: Manifest): string => apiVersion.split('/').slice(0, -1).join('/');

function applyPatches(
  folder: string,
  { patches }: Kustomization,
  manifests: readonly Manifest[],
): Manifest[] {
  let patched = [...manifests];
  for (const { path, patch, target } of patches) {
    const text = path === undefined ? patch : readFileSync(join(folder, path), 'utf8');
    if (text === undefined) throw new Error(`${folder}: a patch has neither 'path' nor 'patch'.`);
    const { apiVersion: _version, kind: _kind, metadata, ...change } = parse(text) as Manifest;
    const { name: _name, ...metadataChange } = metadata;
    const full = Object.keys(metadataChange).length === 0 ? change : { ...change, metadata: metadataChange };
    const matches = createMatcher(target);
    if (!patched.some(matches))
      throw new Error(`${folder}: a patch of ${Object.values(target).join(' ')} matches nothing.`);
    patched = patched.map((manifest) =>
      matches(manifest) ? (mergeFields(manifest, full) as Manifest) : manifest,
    );
  }
  return patched;
}

const setNamespace = (manifest: Manifest, namespace: string): Manifest =>
  CLUSTER_KINDS.includes(manifest.kind)
    ? manifest
    : { ...manifest, metadata: { ...manifest.metadata, namespace } };

const setImages = (manifest: Manifest, { images }: Kustomization): Manifest =>
  mapFields(manifest, (fields) => {
    const image = fields['image'];
    const change = images.find(({ name }) => name === image);
    if (!change || typeof image !== 'string') return fields;
    const version = change.digest ? `@${change.digest}` : change.newTag ? `:${change.newTag}` : '';
    return { ...fields, image: `${change.newName ?? image}${version}` };
  }) as Manifest;

/** Applies one kustomization to the given manifests: none, or for a component those that its user has so far. */
function apply(folder: string, before: Rendering): Rendering {
  const kustomization = readKustomization(folder);
  let current = before;
  for (const name of kustomization.resources) {
    const path = join(folder, name);
    const added = isFolder(path)
      ? apply(path, { manifests: [], generated: new Set() })
      : { manifests: readManifests(path), generated: new Set<string>() };
    current = {
      manifests: [...current.manifests, ...added.manifests],
      generated: new Set([...current.generated, ...added.generated]),
    };
  }
  for (const name of kustomization.components) current = apply(join(folder, name), current);
  const { generated, manifests } = generate(folder, kustomization, current);
  const { namespace } = kustomization;
  const changed = applyPatches(folder, kustomization, manifests)
    .map((manifest) => (namespace === undefined ? manifest : setNamespace(manifest, namespace)))
    .map((manifest) => setImages(manifest, kustomization));
  return { manifests: changed, generated };
}

function assertDistinct(manifests: readonly Manifest[]): void {
  const ids = manifests.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated) throw new Error(`${repeated} exists twice.`);
}

/**
 * Renders the kustomization of a folder as `kubectl kustomize` does, for the subset of Kustomize that k8s/ uses.
 *
 * @throws Error on anything outside of this subset
 */
export function render(folder: string): Manifest[] {
  const { manifests, generated } = apply(folder, { manifests: [], generated: new Set() });
  assertDistinct(manifests);
  return nameByContent(manifests, generated);
}
