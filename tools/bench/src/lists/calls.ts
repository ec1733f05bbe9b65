import { HttpClient, type HttpRequest, type HttpResponse } from '@desk/tool-workload';
import { buyerEmail, type TestSystem } from '../test-system.js';
import { RARE_NAME } from './names.js';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Paths vary with the request's index where a repeated search would only measure the cache. */
const AGENT_LISTS = {
  dashboard: () => '/api/dashboard',
  'leads, first page': () => '/api/leads',
  'leads, a later page': (index: number) => `/api/leads?page=${1 + (index % 5)}`,
  'leads, last 30 days': () => '/api/leads?days=30',
  'leads, a common name': () => '/api/leads?search=grace',
  'leads, a phone number': (index: number) => `/api/leads?search=(212)%20${200 + (index % 700)}`,
  'leads, a state': () => '/api/leads?search=TX',
  'leads, of a state and a status': () => '/api/leads?state=TX&disposition=won',
  'leads, with a reminder': () => '/api/leads?reminder=today',
  'report, 30 days': () => `/api/reports?from=${daysAgo(29)}&to=${daysAgo(0)}`,
  'report, 90 days': () => `/api/reports?from=${daysAgo(89)}&to=${daysAgo(0)}`,
  'leads, nothing found': (index: number) => `/api/leads?search=nobody${index}`,
} as const;

const ADMIN_LISTS = {
  'users, newest': () => '/api/admin/users',
  'users, by name': () => '/api/admin/users?sort=name&page=3',
  'users, a name': () => '/api/admin/users?search=grace%20flo',
  'market report, 30 days': () => `/api/admin/reports?from=${daysAgo(29)}&to=${daysAgo(0)}`,
  'market report, 90 days': () => `/api/admin/reports?from=${daysAgo(89)}&to=${daysAgo(0)}`,
  'agents report, 90 days': () => `/api/admin/reports/agents?from=${daysAgo(89)}&to=${daysAgo(0)}`,
  'agents who buy in a place': () => '/api/admin/reports/eligible-buyers?state=WY&leadType=Fixed',
  'money report, 90 days': () => `/api/admin/reports/money?from=${daysAgo(89)}&to=${daysAgo(0)}`,
  'payments, newest': () => '/api/admin/payments',
  'payments, of a user': () => '/api/admin/payments?search=number%200',
  'payments, of a lead': () => `/api/admin/payments?search=${encodeURIComponent(RARE_NAME)}`,
  'payments, a payment id': (index: number) =>
    `/api/admin/payments?search=pi_bench${String(1 + (index % 900)).padStart(12, '0')}`,
  'all leads, newest': () => '/api/admin/leads',
  'all leads, waiting': () => '/api/admin/leads?status=available&order=oldest',
  'all leads, of a type': () => '/api/admin/leads?leadType=MYGA',
  'all leads, refunded': () => '/api/admin/leads?status=refunded',
  'all leads, of a campaign': () => '/api/admin/leads?campaign=campaign%207@google',
  'all leads, sold of a campaign in 30 days': () =>
    `/api/admin/leads?campaign=campaign%207@google&status=sold&from=${daysAgo(29)}&to=${daysAgo(0)}`,
  'all leads, without a campaign': () => '/api/admin/leads?campaign=@',
  'all leads, of a state and 30 days without a buyer': () =>
    `/api/admin/leads?state=NV&status=unsold&from=${daysAgo(29)}&to=${daysAgo(0)}`,
  'all leads, of a state without any': () => '/api/admin/leads?state=WY',
  'all leads, a common name': () => '/api/admin/leads?search=grace',
  'all leads, a rare name': () => '/api/admin/leads?search=zebulon',
  'all leads, an email': (index: number) => `/api/admin/leads?search=grace.flores${7 + index * 100}@`,
  'all leads, nothing found': (index: number) => `/api/admin/leads?search=nobody${index}`,
  'failed deliveries': () => '/api/admin/deliveries?status=failed',
} as const;

interface ListCall {
  readonly name: string;
  readonly send: (index: number) => Promise<unknown>;
}

/** Agents' lists are requested by the agent with the most leads and again by a typical one. */
export async function openLists({ system, stack }: TestSystem) {
  const http = new HttpClient(system.webUrl);
  const { agentPassword, adminPassword } = stack.secrets;
  const heavyAgent = await http.signIn(buyerEmail(0), agentPassword);
  const typicalAgent = await http.signIn(buyerEmail(1), agentPassword);
  const admin = await http.signIn('admin@example.com', adminPassword);
  const { body } = await sendOk(http, {
    method: 'GET',
    path: '/api/admin/funnels',
    headers: { cookie: admin },
  });
  const funnelId = (JSON.parse(body) as { funnels: readonly { id: string }[] }).funnels[0]?.id ?? '';
  const callsOf = (
    user: string,
    cookie: string,
    paths: Readonly<Record<string, (index: number) => string>>,
  ): ListCall[] =>
    Object.entries(paths).map(([name, path]) => ({
      name: `${user}: ${name}`,
      send: (index: number) => sendOk(http, { method: 'GET', path: path(index), headers: { cookie } }),
    }));
  return {
    calls: [
      ...callsOf('heavy agent', heavyAgent, AGENT_LISTS),
      ...callsOf('agent', typicalAgent, AGENT_LISTS),
      ...callsOf('admin', admin, ADMIN_LISTS),
      ...callsOf('admin', admin, {
        'a funnel’s report': () => `/api/admin/funnels/${funnelId}/report`,
        'a funnel’s refused posts': () => `/api/admin/funnels/${funnelId}/refused-posts`,
        'a funnel’s refused posts, of a rare field': () =>
          `/api/admin/funnels/${funnelId}/refused-posts?reason=invalid&field=dob`,
      }),
    ],
    close: () => http.close(),
  };
}

/** @throws Error unless the status is 200 */
async function sendOk(http: HttpClient, request: HttpRequest): Promise<HttpResponse> {
  const response = await http.send(request);
  if (response.status !== 200)
    throw new Error(`${request.method} ${request.path}: status ${response.status}`);
  return response;
}
