import { items, templateOf } from '../pod-environment.js';
import {
  type Fields,
  isFields,
  isList,
  listFields,
  type Manifest,
  toText,
  type Value,
  valueAt,
} from '../render/manifest.js';

const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'];

const podOf = (manifest: Manifest): Fields => {
  const { spec } = templateOf(manifest);
  if (!isFields(spec)) throw new Error(`${manifest.kind} ${manifest.metadata.name} has no pod.`);
  return spec;
};

const sameList = (value: Value | undefined, ...expected: string[]): boolean =>
  isList(value) && JSON.stringify(value) === JSON.stringify(expected);

type Rule<Subject> = readonly [problem: string, isBroken: (subject: Subject) => boolean];

/** A lower number may belong to a user of the node, who would then have rights to the pod's files. */
const FIRST_UNUSED_USER = 10_000;
/** Third-party images bring their own users. */
const isOurs = (pod: Fields): boolean =>
  items(pod['containers']).every(({ image }) => /\bannuity-desk\b/.test(toText(image)));

const podRules: readonly Rule<Fields>[] = [
  ['mounts a token of the API server', (pod) => pod['automountServiceAccountToken'] !== false],
  ['may run as root', (pod) => valueAt(pod, ['securityContext', 'runAsNonRoot']) !== true],
  ['has no user id above 0', (pod) => !((valueAt(pod, ['securityContext', 'runAsUser']) as number) > 0)],
  [
    'runs as a user id that a node may use',
    (pod) => {
      const user = valueAt(pod, ['securityContext', 'runAsUser']) as number;
      return isOurs(pod) && user > 0 && user < FIRST_UNUSED_USER;
    },
  ],
  [
    'has no seccomp profile',
    (pod) => valueAt(pod, ['securityContext', 'seccompProfile', 'type']) !== 'RuntimeDefault',
  ],
  [
    'uses a namespace of its node',
    (pod) => ['hostNetwork', 'hostPID', 'hostIPC'].some((name) => pod[name] === true),
  ],
  ['mounts a folder of its node', (pod) => items(pod['volumes']).some((volume) => 'hostPath' in volume)],
];

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'] as const;

const containerRules: readonly Rule<Fields>[] = [
  ['is privileged', (container) => valueAt(container, ['securityContext', 'privileged']) === true],
  [
    'may gain privileges',
    (container) => valueAt(container, ['securityContext', 'allowPrivilegeEscalation']) !== false,
  ],
  [
    'may write to its root file system',
    (container) => valueAt(container, ['securityContext', 'readOnlyRootFilesystem']) !== true,
  ],
  [
    'keeps capabilities',
    (container) =>
      !sameList(valueAt(container, ['securityContext', 'capabilities', 'drop']), 'ALL') ||
      valueAt(container, ['securityContext', 'capabilities', 'add']) !== undefined,
  ],
  ...(['requests', 'limits'] as const).flatMap((kind) =>
    RESOURCES.map((resource): Rule<Fields> => [
      `has no ${kind} of ${resource}`,
      (container) => valueAt(container, ['resources', kind, resource]) === undefined,
    ]),
  ),
  [
    'has an image without a stated version',
    ({ image }) =>
      !/^[\w./-]+(?::[0-9]+\/[\w./-]+)?(?::(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(toText(image)),
  ],
];

const SECRET_NAME = /PASSWORD|SECRET|TOKEN|_KEYS?$|SMTP_URL|DATABASE_URL|REDIS_URL/;
/** Browsers get this key, so it is no secret. */
const PUBLIC_KEYS = ['STRIPE_PUBLISHABLE_KEY'];
const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !PUBLIC_KEYS.includes(name);
/** A URL without a user names a server and no secret. */
const holdsSecret = (name: string, value: Value | undefined): boolean =>
  typeof value === 'string' && isSecretName(name) && !(URL.canParse(value) && new URL(value).password === '');

/** Returns settings with a secret in a manifest, instead of a reference to one. */
function findReadableSecrets(manifest: Manifest): string[] {
  if (manifest.kind === 'Secret') return ['is a secret that everybody who reads the manifests can read'];
  const literal = listFields(manifest).flatMap(({ name, value }) =>
    typeof name === 'string' && holdsSecret(name, value) ? [name] : [],
  );
  const data = manifest.kind === 'ConfigMap' && isFields(manifest['data']) ? manifest['data'] : {};
  const settings = Object.entries(data).flatMap(([name, value]) => (holdsSecret(name, value) ? [name] : []));
  return [...literal, ...settings].map((name) => `has the secret ${name} in it`);
}

const isLongRunning = ({ kind }: Manifest): boolean => kind === 'Deployment' || kind === 'StatefulSet';

function findWorkloadProblems(manifest: Manifest): string[] {
  const pod = podOf(manifest);
  const containers = [...items(pod['containers']), ...items(pod['initContainers'])];
  const broken = <Subject>(rules: readonly Rule<Subject>[], subject: Subject): string[] =>
    rules.filter(([, isBroken]) => isBroken(subject)).map(([problem]) => problem);
  const missingProbes = isLongRunning(manifest)
    ? ['startupProbe', 'livenessProbe', 'readinessProbe'].filter((probe) =>
        items(pod['containers']).some((container) => !(probe in container)),
      )
    : [];
  return [
    ...broken(podRules, pod),
    ...containers.flatMap((container) => broken(containerRules, container)),
    ...missingProbes.map((probe) => `has no ${probe}`),
  ];
}

/** Returns violations of our rules: privileges, limits, versions of images, readable secrets. */
export const findPolicyProblems = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) =>
    [
      ...findReadableSecrets(manifest),
      ...(WORKLOADS.includes(manifest.kind) ? findWorkloadProblems(manifest) : []),
    ].map((problem) => `${manifest.kind} ${manifest.metadata.name} ${problem}`),
  );
