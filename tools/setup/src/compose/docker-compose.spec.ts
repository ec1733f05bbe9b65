import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { interpolate, readComposeFile } from '../../test/compose-file.js';
import { programNames } from '../../test/service-settings.js';
import { generateSettings, toSettingName } from './compose-settings.js';
import { formatEnvFile, parseEnvFile } from './env-file.js';

const services = readComposeFile();
const jobs = ['backup', 'migrate', 'privacy', 'reconcile', 'restore', 'seed', 'verify'];
const isJob = (name: string): boolean => jobs.includes(name);
const all = Object.entries(services);
const running = all.filter(([name]) => !isJob(name));
const env = parseEnvFile(formatEnvFile(generateSettings()));
const readRepositoryFile = (path: string): string =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
interface PrometheusSettings {
  readonly scrape_configs: readonly {
    readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
  }[];
}

describe('docker-compose.yml', () => {
  it('runs every service, and the sandbox only in its profile', () => {
    expect(all.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'accounts',
        'billing',
        'gateway',
        'lead-router',
        'migrate',
        'notifier',
        'postgres',
        'redis',
      ]),
    );
    expect(services['sandbox']?.profiles).toEqual(['sandbox']);
    expect(services['seed']?.profiles).toEqual(['sandbox']);
  });

  it.each(all)('%s has limits, few rights, a read-only root and logs that rotate', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    });
  });

  it.each(all)(
    '%s uses a pinned version and cannot gain privileges',
    (_name, { image, privileged, user }) => {
      expect(interpolate(image, env)).toMatch(/^[\w./-]+:(?!latest)[\w.-]+$/);
      expect(privileged).toBeUndefined();
      expect(user).not.toBe('root');
    },
  );

  it.each(running)('%s restarts and has a health check', (_name, { restart, image, healthcheck }) => {
    expect(restart).toBe('unless-stopped');
    // Our own image has a health check built in.
    if (!image.includes('annuity-desk')) expect(healthcheck).toMatchObject({ test: expect.any(Array) });
    else expect(healthcheck ?? {}).not.toMatchObject({ disable: true });
  });

  it.each(all.filter(([name]) => isJob(name)))('%s runs once', (_name, { restart, healthcheck }) => {
    expect(restart).toBe('no');
    expect(healthcheck).toEqual({ disable: true });
  });

  it('builds the image once, for a service that is in every profile', () => {
    expect(all.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
    expect(services['migrate']).not.toHaveProperty('profiles');
    const images = all.map(([, { image }]) => image).filter((image) => image.includes('DESK_IMAGE'));
    expect(new Set(images)).toEqual(new Set([services['migrate']?.image]));
  });

  it('starts services after the migrations have succeeded', () => {
    for (const name of ['accounts', 'billing', 'gateway', 'lead-router', 'notifier'])
      expect(services[name]?.['depends_on']).toMatchObject({
        redis: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      });
  });

  it.each(programNames)('runs as many copies of %s as its setting says, one by default', (name) => {
    const setting = `${toSettingName(name)}_COPIES`;
    const scale = services[name]?.['scale'] as string;
    expect(interpolate(scale, new Map())).toBe('1');
    expect(interpolate(scale, new Map([[setting, '2']]))).toBe('2');
    expect(readRepositoryFile('docs/operations/install.md')).toContain(`\`${setting}\``);
  });

  it('lets a restore start what it needs and nothing that sells', () => {
    expect(services['restore']?.['depends_on']).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('contains no secret and no default for one', () => {
    const secrets = /PASSWORD|KEY|SECRET|SMTP_URL/;
    const literalPassword = /:\/\/[^:@/]*:(?!\$\{)[^@/]*@/;
    for (const [name, { environment = {} }] of all)
      for (const [setting, value] of Object.entries(environment)) {
        expect(String(value)).not.toMatch(literalPassword);
        if (!secrets.test(setting) || value === null) continue;
        const variables = [...String(value).matchAll(/\$\{([^}]*)\}/g)].map(([, variable]) => variable);
        expect(`${name}.${setting}: ${variables.length}`).not.toBe(`${name}.${setting}: 0`);
        for (const variable of variables)
          // An empty default is for providers that an installation may do without.
          expect(variable).toMatch(/^[A-Z_]+:(\?is missing in \.env|-)$/);
      }
  });

  it('keeps PostgreSQL and Redis off every network but the internal one', () => {
    for (const name of ['postgres', 'redis']) {
      expect(services[name]?.['networks']).toEqual(['data']);
      expect(services[name]?.['ports']).toBeUndefined();
    }
  });

  it('lets Prometheus read the metrics of every service over the internal network only', () => {
    const { scrape_configs: jobs } = parse(
      readRepositoryFile('docker/observability/prometheus.yml'),
    ) as PrometheusSettings;
    const [, healthPort] = /HEALTH_PORT=(\d+)/.exec(readRepositoryFile('Dockerfile')) ?? [];
    const targets = jobs.flatMap((job) => job.dns_sd_configs);
    expect(targets.flatMap(({ names }) => names).sort()).toEqual([...programNames].sort());
    expect(services['prometheus']?.['networks']).toEqual(['data']);
    for (const { names, port } of targets) {
      expect(String(port)).toBe(healthPort);
      for (const name of names) {
        expect(services[name]?.environment).toMatchObject({ HEALTH_HOST: '0.0.0.0' });
        expect(services[name]?.['networks']).toContain('data');
        expect(services[name]?.['ports'] ?? []).not.toContainEqual(expect.stringContaining(String(port)));
      }
    }
  });

  it('publishes the gateway, the sandbox and Grafana on this machine only, and Caddy to everyone, unless told otherwise', () => {
    const publishing = all.filter(([, { ports }]) => ports !== undefined);
    expect(
      Object.fromEntries(
        publishing.map(([name, { ports }]) => [
          name,
          (ports as string[]).map((port) => interpolate(port, env)),
        ]),
      ),
    ).toEqual({
      gateway: ['127.0.0.1:4800:4800'],
      grafana: ['127.0.0.1:4830:3000'],
      sandbox: ['127.0.0.1:4810:4810'],
      caddy: ['80:80', '443:443', '443:443/udp'],
    });
  });
});
