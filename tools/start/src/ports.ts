import { getFreePort, isPortFree } from '@desk/embedded-servers';
import { runnableServices, type RunnableService } from './process-names.js';

/** Every port that `npm start` listens on. All but `web` are on the loopback interface. */
export interface Ports {
  web: number;
  accounts: number;
  billing: number;
  'lead-router': number;
  notifier: number;
  gateway: number;
  sandbox: number;
  smtp: number;
  postgres: number;
  redis: number;
}
export type PortName = keyof Ports;
/** The ports of one more copy of every service. */
export type CopyPorts = Pick<Ports, RunnableService | 'web'>;

interface PortSetting {
  defaultPort: number;
  /** Environment variable that changes the port. */
  variable: string;
  purpose: string;
}

const PORT_SETTINGS: Readonly<Record<PortName, PortSetting>> = {
  web: { defaultPort: 4800, variable: 'PORT', purpose: 'the site' },
  accounts: { defaultPort: 4801, variable: 'ACCOUNTS_HEALTH_PORT', purpose: 'health of accounts' },
  billing: { defaultPort: 4802, variable: 'BILLING_HEALTH_PORT', purpose: 'health of billing' },
  'lead-router': {
    defaultPort: 4803,
    variable: 'LEAD_ROUTER_HEALTH_PORT',
    purpose: 'health of lead-router',
  },
  notifier: { defaultPort: 4804, variable: 'NOTIFIER_HEALTH_PORT', purpose: 'health of notifier' },
  gateway: { defaultPort: 4805, variable: 'GATEWAY_HEALTH_PORT', purpose: 'health of gateway' },
  sandbox: { defaultPort: 4810, variable: 'SANDBOX_PORT', purpose: 'the sandbox and its inbox' },
  smtp: { defaultPort: 4811, variable: 'SANDBOX_SMTP_PORT', purpose: 'mail to the sandbox' },
  postgres: { defaultPort: 4820, variable: 'POSTGRES_PORT', purpose: 'PostgreSQL' },
  redis: { defaultPort: 4821, variable: 'REDIS_PORT', purpose: 'Redis' },
};

export const portNames = Object.keys(PORT_SETTINGS) as PortName[];

/**
 * Returns the ports that the environment sets, else the defaults.
 * @throws if a value is not a port number, or if two ports are the same
 */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const variableByPort = new Map<number, string>();
  const entries = portNames.map((name) => {
    const { defaultPort, variable } = PORT_SETTINGS[name];
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

/** Returns free ports, so that the systems of tests and benchmarks do not disturb others. */
export const findFreePorts = (): Promise<Ports> => findFreePortsFor(portNames);

/** Returns free ports for one more copy of every service. */
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
    const { variable, purpose } = PORT_SETTINGS[name];
    problems.push(
      `Port ${ports[name]} (${purpose}) is in use by another program. Set ${variable} to a free port.`,
    );
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
