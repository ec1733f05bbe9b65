const KUBERNETES = 'kubernetes-models';

/**
 * The API versions that manifests may use, all served by Kubernetes 1.36, and the npm package with the published schemas
 * of each. The packages still contain versions that no cluster serves any more.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  v1: KUBERNETES,
  'apps/v1': KUBERNETES,
  'autoscaling/v2': KUBERNETES,
  'batch/v1': KUBERNETES,
  'networking.k8s.io/v1': KUBERNETES,
  'policy/v1': KUBERNETES,
  'external-secrets.io/v1': '@kubernetes-models/external-secrets',
  'keda.sh/v1alpha1': '@kubernetes-models/keda',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator',
};

/** Returns the module of an `apiVersion`, such as `kubernetes-models/apps/v1`. */
export function moduleOf(apiVersion: string): string | undefined {
  const name = PACKAGES[apiVersion];
  return name === undefined ? undefined : `${name}/${apiVersion}`;
}
