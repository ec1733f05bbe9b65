import { type ServiceName, serviceNames } from '@desk/contracts';

type Settings = Readonly<Record<string, string>>;

const prefixOf = (service: ServiceName): string => `${service.toUpperCase().replaceAll('-', '_')}_`;
const databaseUrlOf = (service: ServiceName): string => `${prefixOf(service)}DATABASE_URL`;

/**
 * Returns the environment of a service's privacy command. `LEAD_ROUTER_DATABASE_URL` is what lead-router gets as
 * `DATABASE_URL`, and so on for each of its settings. Without any of these, they are those of the system that `npm start`
 * last started here. No command gets the settings of another service.
 *
 * @throws Error naming the missing settings
 */
export async function getServiceSettings(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const missing = serviceNames.map(databaseUrlOf).filter((name) => !env[name]);
  const isElsewhere = missing.length < serviceNames.length;
  if (isElsewhere && missing.length > 0) throw new Error(`${missing.join(', ')}: missing.`);
  const own = isElsewhere ? pickOwn(service, env) : await readStartedSystem(service, env);
  return { ...omitAll(env), ...own };
}

/** Loads the launcher only for a system that it started: the container image does not contain it. */
async function readStartedSystem(service: ServiceName, env: NodeJS.ProcessEnv): Promise<Settings> {
  const { getServiceCliEnv } = await import('@desk/tool-start');
  return { ...getServiceCliEnv(service, env) };
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
