import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@desk/contracts';

/** Runs the privacy command of a service. */
export type CallService = <Answer extends object>(service: ServiceName, request: object) => Promise<Answer>;

/**
 * Runs the command in a separate process, as the database role of that service. The request is not an argument, because
 * other users can read a process's arguments.
 */
export const createCallService =
  (env: NodeJS.ProcessEnv): CallService =>
  async <Answer>(service: ServiceName, request: object): Promise<Answer> => {
    const file = new URL(`../../../services/${service}/dist/cli/privacy-cli.js`, import.meta.url);
    const child = spawn(process.execPath, [fileURLToPath(file)], {
      env: await getServiceSettings(service, env),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    child.stdin.end(JSON.stringify(request));
    const output = await text(child.stdout);
    if ((await exit) !== 0) throw new Error(`The privacy command of ${service} failed.`);
    return JSON.parse(output) as Answer;
  };

type Settings = Readonly<Record<string, string>>;
type Launcher = Pick<typeof import('@desk/tool-start'), 'getServiceCliEnv'>;

const prefixOf = (service: ServiceName): string => `${service.toUpperCase().replaceAll('-', '_')}_`;
const requiredSettings = [
  ...serviceNames.map((service) => `${prefixOf(service)}DATABASE_URL`),
  'LEAD_ROUTER_DATA_KEYS',
  'NOTIFIER_DATA_KEYS',
];

/**
 * Returns the environment of a service's privacy command. `LEAD_ROUTER_DATABASE_URL` is what lead-router gets as
 * `DATABASE_URL`, and so on for each of its settings. Without any of these, they are those of the system that `npm start`
 * last started here, if there is a launcher: the container image contains none. No command gets the settings of another
 * service.
 *
 * @throws Error naming the missing settings
 */
export async function getServiceSettings(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  importLauncher: () => Promise<Launcher> = () => import('@desk/tool-start'),
): Promise<NodeJS.ProcessEnv> {
  const missing = requiredSettings.filter((name) => !env[name]);
  if (missing.length === 0) return { ...omitAll(env), ...pickOwn(service, env) };
  const launcher =
    missing.length === requiredSettings.length ? await loadLauncher(importLauncher) : undefined;
  if (!launcher) throw new Error(`${missing.join(', ')}: missing.`);
  return { ...omitAll(env), ...launcher.getServiceCliEnv(service, env) };
}

/** Returns undefined where the launcher is not installed. */
async function loadLauncher(importLauncher: () => Promise<Launcher>): Promise<Launcher | undefined> {
  try {
    return await importLauncher();
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@desk/tool-start'")) throw error;
    return undefined;
  }
}

function pickOwn(service: ServiceName, env: NodeJS.ProcessEnv): Settings {
  const prefix = prefixOf(service);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

const omitAll = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !serviceNames.some((service) => name.startsWith(prefixOf(service))),
    ),
  );
