import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@desk/contracts';
import { getServiceSettings } from './service-settings.js';

/** Runs the privacy command of a service. */
export type CallService = <Answer extends object>(service: ServiceName, request: object) => Promise<Answer>;

/** Runs it in a process of its own, as the database role of that service. The request is not an argument of it. */
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
