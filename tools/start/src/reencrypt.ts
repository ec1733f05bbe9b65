import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DataKeyService } from '@desk/tool-setup';
import { getServiceCliEnv } from './service-cli-env.js';

/** The program's exit code when rows are left. */
const UNFINISHED = 3;

/** Runs the program of each service that converts its data to the newest key. Returns false if rows are left. */
export async function reencrypt(
  services: readonly DataKeyService[],
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const codes = await Promise.all(
    services.map(async (service) => {
      const file = new URL(`../../../services/${service}/dist/cli/keys-cli.js`, import.meta.url);
      const child = spawn(process.execPath, [fileURLToPath(file)], {
        env: { ...env, ...getServiceCliEnv(service, env) },
        stdio: 'inherit',
      });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0 && code !== UNFINISHED)
        throw new Error(`The data of ${service} could not be converted.`);
      return code;
    }),
  );
  return codes.every((code) => code === 0);
}
