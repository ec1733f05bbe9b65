import { getFreePort, isPortFree } from '@desk/embedded-servers';
import { runnableServices, type RunnableService } from './programs.js';

/** Each port's default, the environment variable that changes it, and its purpose. */
const PORT_SETTINGS = {
  web: [4800, 'PORT', 'the site'],
  accounts: [4801, 'ACCOUNTS_HEALTH_PORT', 'health of accounts'],
  billing: [4802, 'BILLING_HEALTH_PORT', 'health of billing'],
  'lead-router': [4803, 'LEAD_ROUTER_HEALTH_PORT', 'health of lead-router'],
  notifier: [4804, 'NOTIFIER_HEALTH_PORT', 'health of notifier'],
  gateway: [4805, 'GATEWAY_HEALTH_PORT', 'health of gateway'],
  sandbox: [4810, 'SANDBOX_PORT', 'the sandbox and its inbox'],
  smtp: [4811, 'SANDBOX_SMTP_PORT', 'mail to the sandbox'],
  postgres: [4820, 'POSTGRES_PORT', 'PostgreSQL'],
  redis: [4821, 'REDIS_PORT', 'Redis'],
} as const;
type PortName = keyof typeof PORT_SETTINGS;
/** Every port that `npm start` listens on. All are on the loopback interface, except `web` if `WEB_HOST` is set. */
export type Ports = Record<PortName, number>;
/** The ports of one more copy of every service. */
export type CopyPorts = Pick<Ports, RunnableService | 'web'>;

export const portNames = Object.keys(PORT_SETTINGS) as PortName[];

/**
 * Returns the ports that the environment sets, else the defaults.
 * @throws if a value is not a port number, or if two ports are the same
 */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const variableByPort = new Map<number, string>();
  const entries = portNames.map((name) => {
    const [defaultPort, variable] = PORT_SETTINGS[name];
    const text = env[variable];
    const port = text ? Number(text) : defaultPort;
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`${variable} must be a port number, not "${text ?? ''}".`);
    const otherVariable = variableByPort.get(port);
    if (otherVariable !== undefined)
      throw new Error(`${otherVariable} and ${variable} are both ${port}. Change one of them.`);
    variableByPort.set(port, variable);
    return [name, port] as const;
  });
  return Object.fromEntries(entries) as unknown as Ports;
}

/** Returns the variables from which `readPorts` reads these ports. */
export const toPortVariables = (ports: Ports): Record<string, string> =>
  Object.fromEntries(portNames.map((name) => [PORT_SETTINGS[name][1], String(ports[name])]));

/** Returns free ports, so that the systems of tests and benchmarks do not disturb others. */
export const findFreePorts = (): Promise<Ports> => findFreePortsFor(portNames);

export const findFreeCopyPorts = (): Promise<CopyPorts> => findFreePortsFor([...runnableServices, 'web']);

async function findFreePortsFor<Name extends PortName>(names: readonly Name[]): Promise<Pick<Ports, Name>> {
  const entries: [Name, number][] = [];
  for (const name of names) entries.push([name, await getFreePort()]);
  return Object.fromEntries(entries) as unknown as Pick<Ports, Name>;
}

/** @throws with one line for each port that another program listens on */
export async function assertPortsFree(ports: Ports, names: readonly PortName[]): Promise<void> {
  const problems: string[] = [];
  for (const name of names) {
    if (await isPortFree(ports[name])) continue;
    const [, variable, purpose] = PORT_SETTINGS[name];
    problems.push(
      `Port ${ports[name]} (${purpose}) is in use by another program. Set ${variable} to a free port.`,
    );
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
