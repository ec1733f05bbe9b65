import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand, writeNewSecrets } from '../secret-files.js';
import { generateSettings } from '../compose/compose-settings.js';
import { formatEnvFile, parseEnvFile } from '../compose/env-file.js';
import { type SecretData, toDevelopmentSecrets, toSecrets } from './to-secrets.js';

const USAGE = `usage: npm run kubernetes:secrets [-- --output FILE]
       npm run kubernetes:secrets -- --file ENV_FILE --database-url postgres://HOST/DB --redis-url rediss://HOST
  Writes the Secrets of k8s/ for kubectl: of the development overlay with new values, or with --file of an installation
  whose settings are in the file that \`npm run compose:secrets -- --public-url https://… --file ENV_FILE\` wrote.
  --output FILE     default: .env.kubernetes.json; never replaces a file
  --namespace NAME  default: annuity-desk`;

const toSecret = (namespace: string, [name, stringData]: [string, SecretData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  type: 'Opaque',
  stringData,
});

function readSecrets(file: string | undefined, databaseUrl?: string, redisUrl?: string) {
  if (file === undefined) return toDevelopmentSecrets(parseEnvFile(formatEnvFile(generateSettings())));
  if (!databaseUrl || !redisUrl) throw new Error('--file needs --database-url and --redis-url.');
  return toSecrets(parseEnvFile(readFileSync(file, 'utf8')), { databaseUrl, redisUrl });
}

/** New random values must never replace those of an installation. `create` refuses Secrets that exist. */
const toKubectlCommand = (isInstallation: boolean): string =>
  isInstallation ? 'kubectl apply --server-side' : 'kubectl create';

runCommand(() => {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      'database-url': { type: 'string' },
      'redis-url': { type: 'string' },
      output: { type: 'string', default: '.env.kubernetes.json' },
      namespace: { type: 'string', default: 'annuity-desk' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return USAGE;
  const { file, output } = values;
  const secrets = readSecrets(file, values['database-url'], values['redis-url']);
  const items = Object.entries(secrets).map((entry) => toSecret(values.namespace, entry));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2);
  writeNewSecrets(output, list, '. Delete it once its Secrets are in the cluster.');
  return `${output} is written. Next: ${toKubectlCommand(file !== undefined)} --filename ${output}, then delete it.`;
});
