import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (name: string): string => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const ignored = read('.dockerignore').split('\n');

describe('Dockerfile', () => {
  it('does not run as root', () => {
    const users = [...lastStage.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    // A number, because Kubernetes cannot see that a name is not root's.
    expect(users).toEqual(['10001:10001']);
  });

  it('has a health check and drains on SIGTERM, which Node itself receives', () => {
    expect(lastStage).toMatch(/^HEALTHCHECK .*CMD \["node", "healthcheck\.mjs"\]$/m);
    expect(lastStage).toMatch(/^ENTRYPOINT \["node"/m);
    expect(lastStage).not.toMatch(/^STOPSIGNAL/m);
  });

  it('is labeled', () => {
    for (const label of ['title', 'description', 'version', 'revision', 'base.name'])
      expect(lastStage).toContain(`org.opencontainers.image.${label}=`);
  });

  it('installs what the lock file names, without development packages and scripts', () => {
    const installations = [...dockerfile.matchAll(/npm (?:ci|install)[^&]*/g)].map(([command]) => command);
    expect(installations.length).toBeGreaterThan(0);
    for (const command of installations) expect(command).toMatch(/^npm ci --omit=dev --ignore-scripts/);
  });

  it('checks that no removed package is needed by another one', () => {
    const removals = [...dockerfile.matchAll(/RUN cd node_modules && rm -rf [\s\S]*?(?=\n\n|\n#)/g)].map(
      ([command]) => command,
    );
    expect(removals).toHaveLength(1);
    expect(removals[0]).toMatch(/&& node check-packages\.mjs$/);
  });

  it('names base images by a version', () => {
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(stages)).toEqual(new Set(['${NODE_IMAGE}', 'scratch']));
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24-bookworm-slim$/m);
  });
});

describe('.dockerignore', () => {
  it.each(['.env*', '.state', '.git', '**/node_modules', '**/dist'])(
    'keeps %s out of the image',
    (pattern) => {
      expect(ignored).toContain(pattern);
    },
  );
});
