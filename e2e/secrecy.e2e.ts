import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addBuyerInLine } from './people.js';
import { expect, test } from './system.js';

/** Nobody else has these; each would show in a log or in Redis if anything wrote it there readably. */
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

const traces = [
  canary.firstName,
  canary.lastName,
  canary.email,
  canary.password,
  '3125550187',
  '(312) 555-0187',
  leadCanary.first,
  leadCanary.last,
  leadCanary.email,
  leadCanary.phone,
  '(415) 555-0199',
  '415-555-0199',
];
const found = (text: string): string[] =>
  traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

test('no name, phone, e-mail or password is readable in a log or in Redis', async ({ system, request }) => {
  const { web, sandbox } = system.urls;
  await addBuyerInLine(system);
  const origin = { origin: web };
  const person = { ...canary, confirmPassword: canary.password };

  const registered = await request.post(`${web}/api/auth/register`, { headers: origin, data: person });
  expect(registered.ok()).toBe(true);
  // The ways in which things go wrong are the ways in which values get into messages.
  await request.post(`${web}/api/auth/register`, { headers: origin, data: person });
  await request.post(`${web}/api/auth/register`, { headers: origin, data: { ...person, phone: 5 } });
  await request.post(`${web}/api/auth/login`, {
    headers: origin,
    data: { email: canary.email, password: `${canary.password}x` },
  });
  await request.post(`${web}/api/auth/forgot-password`, { headers: origin, data: { email: canary.email } });

  const post = (over: object) =>
    request.post(`${web}/api/ingest/leads`, {
      headers: { 'x-funnel-key': system.seeded.funnelKey },
      data: {
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
        ...over,
      },
    });
  const accepted = await post({});
  expect(accepted.status()).toBe(201);
  expect((await post({ zip: '94104' })).status()).toBe(409);
  expect((await post({ zip: 'x', phone: 'x4155550199' })).status()).toBe(422);

  // The line has run to its end, so every process has had what there is to leak.
  await expect
    .poll(async () =>
      (await (await request.get(`${sandbox}/sandbox/mails`)).text()).includes(leadCanary.last),
    )
    .toBe(true);

  const logs = await filesIn(system.logsDir, '.log');
  for (const { name, text } of logs) expect({ name, found: found(text) }).toEqual({ name, found: [] });
  // Every write that Redis ever took stands there, also what was removed since, and nothing is compressed.
  const appendOnly = await filesIn(join(system.logsDir, '..', 'redis'), '.aof');
  for (const { name, text } of appendOnly) expect({ name, found: found(text) }).toEqual({ name, found: [] });

  // The right places were searched: the ids that may be there are there.
  const { lead_id: leadId } = (await accepted.json()) as { lead_id: string };
  expect(logs.filter(({ text }) => text.includes(leadId)).map(({ name }) => name)).toContain('notifier.log');
  expect(appendOnly.some(({ text }) => text.includes(leadId))).toBe(true);
});

async function filesIn(folder: string, ending: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(async ({ parentPath, name }) => ({
        name,
        text: await readFile(join(parentPath, name), 'latin1'),
      })),
  );
}
