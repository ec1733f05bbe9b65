import { Secret, TOTP } from 'otpauth';
import type { Browser } from './browser.js';
import type { TestSystem } from './test-system.js';

/** Returns the code that the app shows now, or some steps of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds an authenticator app to the account signed in here. The code that confirmed it may be used again. */
export async function addApp(system: TestSystem, browser: Browser) {
  const { body: setup } = await browser.post<{ factorId: string; secret: string }>(
    '/api/user/second-factors/app/start',
  );
  const { factorId, secret } = setup;
  const added = await browser.post<{ recoveryCodes: string[] }>('/api/user/second-factors/app', {
    factorId,
    name: 'Phone',
    code: codeOf(secret),
  });
  if (added.status !== 201) throw new Error(`app not added: ${JSON.stringify(added.body)}`);
  await system.query('accounts', 'UPDATE authenticator_apps SET last_step = 0 WHERE id = $1', [factorId]);
  return { factorId, secret, recoveryCodes: added.body.recoveryCodes };
}
