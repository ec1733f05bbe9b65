import { KeepAlive } from '../api/keep-alive.js';
import { buyerEmail, type World } from '../world.js';
import { RARE_NAME } from './fill.js';

/** Who asks for which list. What varies with the request's number is searched for under many forms. */
const AGENT = {
  dashboard: () => '/api/dashboard',
  'leads, first page': () => '/api/leads',
  'leads, a later page': (index: number) => `/api/leads?page=${1 + (index % 5)}`,
  'leads, last 30 days': () => '/api/leads?days=30',
  'leads, a common name': () => '/api/leads?search=grace',
  'leads, a phone number': (index: number) => `/api/leads?search=(212)%20${200 + (index % 700)}`,
  'leads, a state': () => '/api/leads?search=TX',
  'leads, nothing found': (index: number) => `/api/leads?search=nobody${index}`,
} as const;

const ADMIN = {
  'users, newest': () => '/api/admin/users',
  'users, by name': () => '/api/admin/users?sort=name&page=3',
  'users, a name': () => '/api/admin/users?search=grace%20flo',
  'payments, newest': () => '/api/admin/payments',
  'payments, of a user': () => '/api/admin/payments?search=number%200',
  'payments, of a lead': () => `/api/admin/payments?search=${encodeURIComponent(RARE_NAME)}`,
  'payments, a payment id': (index: number) =>
    `/api/admin/payments?search=pi_bench${String(1 + (index % 900)).padStart(12, '0')}`,
  'all leads, newest': () => '/api/admin/leads',
  'all leads, waiting': () => '/api/admin/leads?status=available&order=oldest',
  'all leads, a common name': () => '/api/admin/leads?search=grace',
  'all leads, a rare name': () => '/api/admin/leads?search=zebulon',
  'all leads, an e-mail': (index: number) => `/api/admin/leads?search=grace.flores${7 + index * 100}@`,
  'all leads, nothing found': (index: number) => `/api/admin/leads?search=nobody${index}`,
  'failed deliveries': () => '/api/admin/deliveries/failed',
} as const;

export interface ListCall {
  readonly name: string;
  readonly send: (index: number) => Promise<unknown>;
}

export interface OpenLists {
  readonly calls: readonly ListCall[];
  close(): void;
}

/** The agents' lists are asked for by the one with most leads, the same ones again by one with few. */
export async function openLists({ system, stack }: World): Promise<OpenLists> {
  const api = new KeepAlive(system.webUrl);
  const login = async (email: string, password: string): Promise<string> => {
    const cookie = await api.send({ method: 'POST', path: '/api/auth/login', body: { email, password } });
    if (cookie === undefined) throw new Error(`${email} was not signed in`);
    return cookie;
  };
  const { agentPassword, adminPassword } = stack.secrets;
  const as = (who: string, cookie: string, paths: Readonly<Record<string, (index: number) => string>>) =>
    Object.entries(paths).map(([name, path]) => ({
      name: `${who}: ${name}`,
      send: (index: number) => api.send({ method: 'GET', path: path(index), cookie }),
    }));
  return {
    calls: [
      ...as('heavy agent', await login(buyerEmail(0), agentPassword), AGENT),
      ...as('agent', await login(buyerEmail(1), agentPassword), AGENT),
      ...as('admin', await login('admin@example.com', adminPassword), ADMIN),
    ],
    close: () => api.close(),
  };
}
