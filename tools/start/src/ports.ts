import { getFreePort, isPortFree } from '@desk/embedded-servers';

/** Every port that `npm start` listens on, all on the loopback interface but the web's. */
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

interface PortRule {
  port: number;
  variable: string;
  purpose: string;
}

/** The default of each port, the variable that changes it, and what it is for. */
export const portRules: Readonly<Record<PortName, PortRule>> = {
  web: { port: 4800, variable: 'PORT', purpose: 'the web address' },
  accounts: { port: 4801, variable: 'ACCOUNTS_HEALTH_PORT', purpose: 'health of accounts' },
  billing: { port: 4802, variable: 'BILLING_HEALTH_PORT', purpose: 'health of billing' },
  'lead-router': { port: 4803, variable: 'LEAD_ROUTER_HEALTH_PORT', purpose: 'health of lead-router' },
  notifier: { port: 4804, variable: 'NOTIFIER_HEALTH_PORT', purpose: 'health of notifier' },
  gateway: { port: 4805, variable: 'GATEWAY_HEALTH_PORT', purpose: 'health of gateway' },
  sandbox: { port: 4810, variable: 'SANDBOX_PORT', purpose: 'the sandbox and its inbox' },
  smtp: { port: 4811, variable: 'SANDBOX_SMTP_PORT', purpose: 'mail to the sandbox' },
  postgres: { port: 4820, variable: 'POSTGRES_PORT', purpose: 'PostgreSQL' },
  redis: { port: 4821, variable: 'REDIS_PORT', purpose: 'Redis' },
};

export const portNames = Object.keys(portRules) as PortName[];

/** The ports that the environment asks for, else the usual ones. Throws on what is no port number. */
export function portsFromEnv(env: NodeJS.ProcessEnv): Ports {
  const entries = portNames.map((name) => {
    const { port, variable } = portRules[name];
    const given = env[variable];
    const value = given ? Number(given) : port;
    if (!Number.isInteger(value) || value < 1 || value > 65_535) {
      throw new Error(`${variable} must be a port number; it is "${given ?? ''}".`);
    }
    return [name, value] as const;
  });
  const ports = Object.fromEntries(entries) as unknown as Ports;
  for (const [index, [name, value]] of entries.entries()) {
    const twin = entries.slice(0, index).find(([, other]) => other === value);
    if (twin) {
      const { variable } = portRules[name];
      throw new Error(
        `Port ${value} is meant for two things; change ${portRules[twin[0]].variable} or ${variable}.`,
      );
    }
  }
  return ports;
}

/** Ports that are free at this moment, for a second system beside the first: tests, chaos, benchmarks. */
export async function randomPorts(): Promise<Ports> {
  const taken = new Set<number>();
  const entries: [PortName, number][] = [];
  for (const name of portNames) {
    let port = await getFreePort();
    while (taken.has(port)) port = await getFreePort();
    taken.add(port);
    entries.push([name, port]);
  }
  return Object.fromEntries(entries) as unknown as Ports;
}

/** Throws one line for each of these ports that somebody else listens on. */
export async function assertPortsFree(ports: Ports, names: readonly PortName[]): Promise<void> {
  const lines: string[] = [];
  for (const name of names) {
    const { variable, purpose } = portRules[name];
    if (await isPortFree(ports[name])) continue;
    lines.push(
      `Port ${ports[name]} (${purpose}) is in use by another program. Set ${variable} to a free one.`,
    );
  }
  if (lines.length > 0) throw new Error(lines.join('\n'));
}
