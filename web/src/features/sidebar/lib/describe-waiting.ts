import type { Attention } from '@desk/contracts/admin/attention.routes';
import { MAX_ATTENTION } from '@desk/contracts/admin/attention.values';

const nouns: Readonly<Record<keyof Attention, readonly [one: string, many: string]>> = {
  waitingLeads: ['waiting lead', 'waiting leads'],
  heldPosts: ['held post', 'held posts'],
  integrationRequests: ['pending request', 'pending requests'],
  problems: ['open problem', 'open problems'],
  disputes: ['dispute to review', 'disputes to review'],
  differences: ['open difference', 'open differences'],
  deliveries: ['delivery to send again', 'deliveries to send again'],
  failedMessages: ['failed message', 'failed messages'],
  incidents: ['open incident', 'open incidents'],
};

/** Returns how many wait, as '3' and '3 open problems'; null if none do, or if nobody knows. */
export function describeWaiting(kind: keyof Attention, attention: Attention | undefined) {
  const value = attention?.[kind] ?? 0;
  if (value === 0) return null;
  const count = value < MAX_ATTENTION ? String(value) : `${MAX_ATTENTION - 1}+`;
  const [one, many] = nouns[kind];
  return { count, name: `${count} ${value === 1 ? one : many}` };
}
