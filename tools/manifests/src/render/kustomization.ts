import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
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

export type Kustomization = InferType<typeof schema>;
/** Which objects a patch changes. */
export type Target = InferType<typeof target>;

/**
 * Reads `kustomization.yaml` of a folder.
 *
 * @throws ValidationError on fields that are not supported
 */
export function readKustomization(folder: string): Kustomization {
  const content: unknown = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  // Strict first: otherwise unknown fields would be dropped instead of refused.
  schema.validateSync(content, { strict: true });
  return schema.cast(content);
}
