import { join } from 'node:path';
import { postWithKey } from './agent-helpers.js';
import { addEligibleBuyer } from './helpers.js';
import { listSystemSecrets, readFiles, readTables } from './secrecy-helpers.js';
import { expect, test } from './system.js';

/** Values unique to this test, so that a match in a log or in Redis proves a leak. */
const canary = {
  firstName: 'Zanthippe',
  lastName: 'Quillfeather',
  email: 'zanthippe.quillfeather@example.com',
  phone: '+13125550187',
  password: 'Marmalade-Zeppelin-4417',
};
const leadCanary = {
  first: 'Theodosius',
  last: 'Wrenfield',
  email: 'theodosius.w@example.net',
  phone: '4155550199',
};

const leadValues = [
  leadCanary.first,
  leadCanary.last,
  leadCanary.email,
  leadCanary.phone,
  '(415) 555-0199',
  '415-555-0199',
  '415.555.0199',
];
const agentValues = [
  canary.firstName,
  canary.lastName,
  canary.email,
  canary.password,
  '3125550187',
  '(312) 555-0187',
];
const findAny = (text: string, secrets: readonly string[]): string[] => {
  const lowerCase = text.toLowerCase();
  return secrets.filter((secret) => lowerCase.includes(secret.toLowerCase()));
};

test('writes no personal data and no secret to logs or Redis, and no unencrypted lead to the database', async ({
  system,
  request,
}) => {
  const { web, sandbox } = system.urls;
  await addEligibleBuyer(system);
  const origin = { origin: web };
  const person = { ...canary, confirmPassword: canary.password };

  const registered = await request.post(`${web}/api/auth/register`, { headers: origin, data: person });
  expect(registered.ok()).toBe(true);
  // Error messages are the likeliest place for a leak, so the requests fail in several ways.
  await request.post(`${web}/api/auth/register`, { headers: origin, data: person });
  await request.post(`${web}/api/auth/register`, { headers: origin, data: { ...person, phone: 5 } });
  await request.post(`${web}/api/auth/login`, {
    headers: origin,
    data: { email: canary.email, password: `${canary.password}x` },
  });
  await request.post(`${web}/api/auth/forgot-password`, { headers: origin, data: { email: canary.email } });

  const postCanary = (overrides: object) =>
    postWithKey(request, system, system.seeded.funnelKey, {
      first_name: leadCanary.first,
      last_name: leadCanary.last,
      email: leadCanary.email,
      phone: leadCanary.phone,
      state: 'CA',
      zip: '94103',
      age: 70,
      estimated_assets: 600_000,
      purchase_timeline: '3-6 months',
      lead_type: 'MYGA',
      ...overrides,
    });
  const accepted = await postCanary({});
  expect(accepted.status()).toBe(201);
  const { lead_id: leadId } = (await accepted.json()) as { lead_id: string };
  expect((await postCanary({ zip: '94104' })).status()).toBe(409);
  expect((await postCanary({ zip: 'x', phone: 'x4155550199' })).status()).toBe(422);

  // After delivery, every process has handled the lead.
  await expect
    .poll(async () =>
      (await (await request.get(`${sandbox}/sandbox/mails`)).text()).includes(leadCanary.last),
    )
    .toBe(true);

  // The notifier writes its log line after the mail is sent, so the line may come later.
  await expect
    .poll(async () =>
      (await readFiles(system.logsDir, '.log'))
        .filter(({ text }) => text.includes(leadId))
        .map(({ name }) => name),
    )
    .toContain('notifier.log');

  const secrets = [...agentValues, ...leadValues, ...listSystemSecrets(system)];
  const logs = await readFiles(system.logsDir, '.log');
  for (const { name, text } of logs)
    expect({ name, found: findAny(text, secrets) }).toEqual({ name, found: [] });
  // The append-only file holds every write uncompressed, including keys deleted since.
  const appendOnly = await readFiles(join(system.logsDir, '..', 'redis'), '.aof');
  for (const { name, text } of appendOnly)
    expect({ name, found: findAny(text, secrets) }).toEqual({ name, found: [] });
  const tables = await readTables(system.urls.database);
  for (const { name, text } of tables)
    expect({ name, found: findAny(text, leadValues) }).toEqual({ name, found: [] });

  // Guards against searching the wrong files: ids are allowed there and must be found.
  expect(logs.filter(({ text }) => text.includes(leadId)).map(({ name }) => name)).toContain('notifier.log');
  expect(appendOnly.some(({ text }) => text.includes(leadId))).toBe(true);
  expect(tables.filter(({ text }) => text.includes(leadId)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['leads.leads', 'leads.sold_leads', 'notifications.deliveries']),
  );
  expect(listSystemSecrets(system).length).toBeGreaterThan(20);
});
