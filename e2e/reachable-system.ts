import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import {
  type PlaywrightTestArgs,
  type PlaywrightWorkerArgs,
  test as base,
  type TestType,
} from '@playwright/test';
import { type System, test as launching } from './system.js';

/** The part of a system that tests use without having started it. */
export interface ReachableSystem {
  readonly urls: Pick<System['urls'], 'web' | 'sandbox'>;
  readonly secrets: Pick<System['secrets'], 'stripePublishableKey'>;
  readonly seeded: Pick<System['seeded'], 'funnelKey'>;
}

/** Describes the demo that runs with Docker Compose and this `.env` on the usual ports. */
function readDemo(envFile: string): ReachableSystem {
  const env = parseEnv(readFileSync(envFile, 'utf8'));
  const get = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is missing in ${envFile}`);
    return value;
  };
  return {
    urls: { web: get('PUBLIC_URL'), sandbox: new URL(get('STRIPE_JS_URL')).origin },
    secrets: { stripePublishableKey: get('STRIPE_PUBLISHABLE_KEY') },
    seeded: { funnelKey: get('FUNNEL_KEY') },
  };
}

const envFile = process.env['DEMO_ENV_FILE'];

/** Uses the demo of `DEMO_ENV_FILE`, or else starts a system. */
export const test: TestType<PlaywrightTestArgs, PlaywrightWorkerArgs & { system: ReachableSystem }> = envFile
  ? base.extend<object, { system: ReachableSystem }>({
      system: [({}, use) => use(readDemo(envFile)), { scope: 'worker' }],
    })
  : launching;
