import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seed, seedAgent } from '@desk/tool-start';
import { newEmail, PASSWORD } from './helpers.js';
import { expect, test } from './system.js';

/** Lists what other users of the machine can read. Skips folders that they cannot enter. */
function listReadableByOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // A file may be gone by now.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    const nested = entry.isDirectory() && (mode & 0o011) !== 0 ? listReadableByOthers(path) : [];
    return (mode & 0o044) === 0 ? nested : [path, ...nested];
  });
}

test('starting again keeps a changed daily limit and a changed password', async ({ system, request }) => {
  const { urls, secrets } = system;
  const agent = {
    firstName: 'Ida',
    lastName: 'Brandt',
    email: newEmail(),
    phone: '+12125550199',
    companyName: '',
    dailyLeadLimit: 100,
    card: 'pm_card_visa',
  };
  const seedAgain = () => seedAgent(agent, PASSWORD, urls, secrets.stripePublishableKey);
  const readLimit = async (): Promise<number> => {
    const account = (await (await request.get(`${urls.web}/api/auth/user`)).json()) as {
      dailyLeadLimit: number;
    };
    return account.dailyLeadLimit;
  };
  await seedAgain();
  const { email } = agent;
  await request.post(`${urls.web}/api/auth/login`, { data: { email, password: PASSWORD } });
  expect(await readLimit()).toBe(100);

  const changed = await request.patch(`${urls.web}/api/user/daily-limit`, { data: { dailyLeadLimit: 7 } });
  expect(changed.ok()).toBe(true);
  await seedAgain();
  expect(await readLimit()).toBe(7);

  // The sign-in fails, as it does once the agent has changed the password.
  await seedAgent(agent, 'another-password-9', urls, secrets.stripePublishableKey);
  expect(await readLimit()).toBe(7);
});

test('seeding again changes nothing', async ({ system }) => {
  await expect(seed(system)).resolves.toEqual(system.seeded);
});

test('other users of the machine can read no data, log or secret', ({ system }) => {
  const stateDir = dirname(system.logsDir);
  expect(listReadableByOthers(stateDir)).toEqual([]);
  expect(statSync(stateDir).mode & 0o066).toBe(0);
});
