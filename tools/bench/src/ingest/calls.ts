import { randomUUID } from 'node:crypto';
import { sampleAdmin } from '@desk/tool-start';
import {
  ApiClient,
  HttpClient,
  type HttpRequest,
  type HttpResponse,
  leadBody,
  type LeadBody,
  type Person,
  PersonGenerator,
} from '@desk/tool-workload';
import { startBareServer } from '../baseline/bare-server.js';
import type { Sample } from '../load/load.js';
import type { TestSystem } from '../test-system.js';

/** Leads of one batch. */
export const BATCH_SIZE = 20;

/** The measured calls, by their names in the report. The baseline comes first. */
export const labels = {
  insert: 'baseline: one insert behind HTTP',
  json: 'a lead as JSON',
  form: 'a lead as a form',
  mapped: 'a lead in the words of a tool, through a mapping',
  batch: `a batch of ${BATCH_SIZE} leads`,
  replay: 'the same post again',
  duplicate: 'a known person',
  invalid: 'an invalid lead',
  ping: 'a ping',
} as const;
export type CallName = keyof typeof labels;
export const callNames = Object.keys(labels) as CallName[];

/** Makes one call. @throws Error if the answer is not the expected one */
export type Call = (sample: Sample) => Promise<void>;

export type OpenCalls = Awaited<ReturnType<typeof openCalls>>;

/** Posts a first lead, which later calls repeat, and starts the bare endpoint. */
export async function openCalls(testSystem: TestSystem) {
  const http = new HttpClient(testSystem.system.webUrl);
  const persons = new PersonGenerator('ingest bench');
  const acknowledged: string[] = [];
  const headers = { 'x-funnel-key': testSystem.system.funnelKey };

  const expectStatus =
    (status: number, send: () => HttpRequest, leads = 0): Call =>
    async (sample) => {
      const answer = await http.send(send());
      const { 'retry-after': retryAfter } = answer.headers;
      if (answer.status === 503 && retryAfter !== undefined) sample.retryAfterMs = Number(retryAfter) * 1_000;
      if (answer.status !== status) throw new Error(`status ${answer.status} instead of ${status}`);
      const accepted = acceptedIn(answer);
      acknowledged.push(...accepted);
      if (accepted.length < leads) throw new Error(`${accepted.length} of ${leads} leads accepted`);
    };
  const post = (body: string | object, more: Record<string, string> = {}): HttpRequest => ({
    method: 'POST',
    path: '/api/ingest/leads',
    headers: { ...headers, ...more },
    body,
  });
  const nextLead = (): LeadBody => leadBody(persons.next());

  const known = persons.next();
  const key = { 'idempotency-key': randomUUID() };
  await expectStatus(201, () => post(leadBody(known), key), 1)({ dueAt: 0 });
  const batch = (): HttpRequest => ({
    method: 'POST',
    path: '/api/ingest/leads/batch',
    headers,
    body: { leads: Array.from({ length: BATCH_SIZE }, nextLead) },
  });
  const ping: HttpRequest = {
    method: 'POST',
    path: '/api/ingest/ping',
    headers,
    body: { state: 'TX', lead_type: 'Fixed', age: 67, estimated_assets: '$250K-$500K' },
  };
  const address = await addAddress(testSystem);
  const bareServer = await startBareServer(testSystem.stack);
  const bareHttp = new HttpClient(bareServer.url);
  return {
    calls: {
      insert: async () => {
        const { status } = await bareHttp.send({ method: 'POST', path: '/', body: nextLead() });
        if (status !== 201) throw new Error(`status ${status} instead of 201`);
      },
      json: expectStatus(201, () => post(nextLead()), 1),
      form: expectStatus(201, () => post(toForm(nextLead()), FORM), 1),
      mapped: expectStatus(
        201,
        () => ({ method: 'POST', path: address, headers: {}, body: toForeign(nextLead()) }),
        1,
      ),
      batch: expectStatus(200, batch, BATCH_SIZE),
      replay: expectStatus(200, () => post(leadBody(known), key)),
      duplicate: expectStatus(409, () => post(withContactOf(known, persons.next()))),
      invalid: expectStatus(422, () => post({ ...nextLead(), phone: '555' })),
      ping: expectStatus(200, () => ping),
    },
    /** Leads that were accepted. */
    acknowledged,
    close: async () => {
      http.close();
      bareHttp.close();
      await bareServer.close();
    },
  };
}

/** Two of the fields have names that only the mapping knows. */
const FOREIGN: Readonly<Record<string, string>> = { email: 'kontakt', phone: 'rufnummer' };
const toForeign = (lead: LeadBody): LeadBody =>
  Object.fromEntries(Object.entries(lead).map(([name, value]) => [FOREIGN[name] ?? name, value]));

/** Adds a private address with a mapping to the sample funnel, as its admin does, and returns its path. */
async function addAddress({ stack, system, pool }: TestSystem): Promise<string> {
  const api = new ApiClient(system.webUrl);
  const { email } = sampleAdmin;
  const password = stack.secrets.adminPassword;
  await api.call('POST', '/api/auth/login', { email, password });
  await api.call('POST', '/api/auth/reauthenticate', { password });
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM leads.funnels WHERE mode = 'live' ORDER BY created_at LIMIT 1",
  );
  const funnel = `/api/admin/funnels/${rows[0]?.id}`;
  const rules = Object.entries(FOREIGN).map(([field, name]) => ({
    field,
    from: [name],
    constant: null,
    values: [],
    isDayFirst: false,
  }));
  await api.call('POST', `${funnel}/mapping`, { mapping: { rules }, version: 0 });
  const { key } = await api.call<{ key: string }>('POST', `${funnel}/keys`, { kind: 'address' });
  return `/api/ingest/in/${key}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const toForm = (lead: LeadBody): string =>
  new URLSearchParams(
    Object.entries(lead).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Another lead of the same person. */
const withContactOf = (known: Person, other: Person): LeadBody => ({
  ...leadBody(other),
  ...Object.fromEntries(
    Object.entries(leadBody(known)).filter(([name]) => ['email', 'phone'].includes(name)),
  ),
});

function acceptedIn({ body }: HttpResponse): string[] {
  const answer = JSON.parse(body) as { lead_id?: string; results?: readonly { lead_id?: string }[] };
  return [answer, ...(answer.results ?? [])].flatMap((lead) => lead.lead_id ?? []);
}
