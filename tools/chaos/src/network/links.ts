import { runnableServices, type Ports, type ProcessName, type RunnableService } from '@desk/tool-start';
import { startTcpProxy, type TcpProxy } from '@desk/testing';

/** What services reach over the network. */
export type Dependency = 'postgres' | 'redis' | 'provider' | 'mail';

/** The setting that contains the address, and the port that it leads to. */
const addresses: Readonly<Record<Dependency, { readonly variable: string; readonly port: keyof Ports }>> = {
  postgres: { variable: 'DATABASE_URL', port: 'postgres' },
  redis: { variable: 'REDIS_URL', port: 'redis' },
  provider: { variable: 'STRIPE_API_BASE', port: 'sandbox' },
  mail: { variable: 'SMTP_URL', port: 'smtp' },
};

const dependencies: Readonly<Record<RunnableService, readonly Dependency[]>> = {
  accounts: ['postgres', 'redis'],
  billing: ['postgres', 'redis', 'provider'],
  'lead-router': ['postgres', 'redis'],
  notifier: ['postgres', 'redis', 'mail'],
  gateway: ['redis'],
};

interface Link {
  readonly service: RunnableService;
  readonly copy: number;
  readonly dependency: Dependency;
  readonly proxy: TcpProxy;
}

/** The connections of each copy of a service to what it depends on, which can be cut one by one. */
export class Links {
  private constructor(private readonly links: readonly Link[]) {}

  static async open(ports: Ports, copies: number): Promise<Links> {
    const links: Link[] = [];
    for (const service of runnableServices)
      for (const dependency of dependencies[service])
        for (let copy = 0; copy < copies; copy += 1) {
          const proxy = await startTcpProxy(ports[addresses[dependency].port]);
          links.push({ service, copy, dependency, proxy });
        }
    return new Links(links);
  }

  /** Returns the settings that lead a process through its own links. */
  envFor(name: ProcessName, env: Readonly<Record<string, string>>, copy: number): Record<string, string> {
    const own = this.links.filter((link) => link.service === name && link.copy === copy);
    return Object.fromEntries(
      own.map(({ dependency, proxy }) => {
        const { variable } = addresses[dependency];
        const url = new URL(env[variable] ?? '');
        url.port = String(proxy.port);
        return [variable, url.href];
      }),
    );
  }

  /** Returns the links to a dependency: of all services, or of one copy of one service. */
  find(
    dependency: Dependency,
    of?: { readonly service: RunnableService; readonly copy: number },
  ): readonly TcpProxy[] {
    return this.links
      .filter((link) => link.dependency === dependency)
      .filter((link) => of === undefined || (link.service === of.service && link.copy === of.copy))
      .map(({ proxy }) => proxy);
  }

  async close(): Promise<void> {
    await Promise.all(this.links.map(({ proxy }) => proxy.close()));
  }
}
