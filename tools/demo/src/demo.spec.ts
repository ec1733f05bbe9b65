import { expect, it } from '@jest/globals';
import { runDemo } from './demo.js';
import { readOptions } from './options.js';

it('refuses to post made-up leads to a production system', async () => {
  const options = readOptions([], 0);
  if (!options) throw new Error('the default options are missing');
  const system = {
    mode: { nodeEnv: 'production', usesSandbox: false },
    webUrl: 'http://127.0.0.1:9',
    verifyDatabaseUrl: 'postgres://127.0.0.1:9/desk',
    funnelKey: 'fnl_1',
  } as const;
  await expect(runDemo(system, options, () => undefined)).rejects.toThrow('The system runs in production.');
});
