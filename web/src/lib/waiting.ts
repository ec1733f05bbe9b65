import type { Attention } from '@desk/contracts/admin/attention.routes';
import { MAX_ATTENTION } from '@desk/contracts/admin/attention.values';

type Kind = keyof Attention;

interface Noun {
  /** Path of the admin page that lists them. */
  readonly page: string;
  readonly one: string;
  readonly many: string;
}

const nouns: Readonly<Record<Kind, Noun>> = {
  waitingLeads: { page: '/admin/waiting', one: 'waiting lead', many: 'waiting leads' },
  heldPosts: { page: '/admin/held-posts', one: 'held post', many: 'held posts' },
  integrationRequests: { page: '/admin/integrations', one: 'pending request', many: 'pending requests' },
  problems: { page: '/admin/problems', one: 'open problem', many: 'open problems' },
  disputes: { page: '/admin/disputes', one: 'dispute to review', many: 'disputes to review' },
  differences: { page: '/admin/reconciliation', one: 'open difference', many: 'open differences' },
  deliveries: {
    page: '/admin/deliveries',
    one: 'delivery to send again',
    many: 'deliveries to send again',
  },
  failedMessages: { page: '/admin/messages', one: 'failed message', many: 'failed messages' },
  incidents: { page: '/admin/incidents', one: 'open incident', many: 'open incidents' },
};
const kinds = Object.keys(nouns) as Kind[];

/** Returns the kind of work that this admin page lists. */
export const findWaitingKind = (page: string): Kind | undefined =>
  kinds.find((kind) => nouns[kind].page === page);

/** Returns '3' and '3 open problems'. Null if the count is 0 or unknown. */
export function describeWaiting(kind: Kind, attention: Attention | undefined) {
  const value = attention?.[kind] ?? 0;
  if (value === 0) return null;
  const count = value < MAX_ATTENTION ? String(value) : `${MAX_ATTENTION - 1}+`;
  const { one, many } = nouns[kind];
  return { count, name: `${count} ${value === 1 ? one : many}` };
}

/** Returns everything that waits for an admin, with the page that lists it. */
export const listWaiting = (attention: Attention): readonly { page: string; name: string }[] =>
  kinds.flatMap((kind) => {
    const waiting = describeWaiting(kind, attention);
    return waiting === null ? [] : [{ page: nouns[kind].page, name: waiting.name }];
  });
