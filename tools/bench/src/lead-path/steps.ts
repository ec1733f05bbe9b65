import { type Percentiles, percentilesOf } from '@desk/tool-workload';
import type { Sample } from '../load/load.js';
import type { TestSystem } from '../test-system.js';

/** When a lead reached each step, according to the database; milliseconds since the epoch. */
interface LeadTimes {
  readonly leadId: string;
  readonly stored: number;
  readonly reserved: number;
  readonly purchaseCreated: number;
  readonly paid: number;
  readonly sold: number;
  readonly deliveryQueued: number;
}

const epochMs = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

const SELECT_LEAD_TIMES = `
  SELECT l.id AS "leadId", ${epochMs('l.created_at')} AS stored, ${epochMs('o.reserved_at')} AS reserved,
         ${epochMs('p.created_at')} AS "purchaseCreated", ${epochMs('p.purchased_at')} AS paid,
         ${epochMs('l.sold_at')} AS sold, ${epochMs('d.queued_at')} AS "deliveryQueued"
    FROM leads.leads l
    JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    JOIN billing.purchases p ON p.offer_id = o.id
    JOIN notifications.deliveries d ON d.lead_id = l.id
   WHERE d.sent_at IS NOT NULL`;

export interface Step {
  readonly name: string;
  readonly times: Percentiles | undefined;
}

export async function readSteps({ pool }: TestSystem, samples: readonly Sample[]): Promise<Step[]> {
  const { rows } = await pool.query<LeadTimes>(SELECT_LEAD_TIMES);
  const timesByLead = new Map(rows.map((row) => [row.leadId, row]));
  const leads = samples.flatMap((sample) => {
    const times = timesByLead.get(sample.leadId ?? '');
    return times && sample.emailedAt !== undefined
      ? [{ ...times, due: sample.dueAt, emailed: sample.emailedAt }]
      : [];
  });
  type Point = Exclude<keyof (typeof leads)[number], 'leadId'>;
  const step = (name: string, from: Point, to: Point): Step => ({
    name,
    times: percentilesOf(leads.map((lead) => lead[to] - lead[from])),
  });
  return [
    step('posted → lead stored', 'due', 'stored'),
    step('→ reserved for a buyer', 'stored', 'reserved'),
    step('→ purchase created', 'reserved', 'purchaseCreated'),
    step('→ paid (two requests to the provider)', 'purchaseCreated', 'paid'),
    step('→ sold', 'paid', 'sold'),
    step('→ delivery queued', 'sold', 'deliveryQueued'),
    step('→ email sent', 'deliveryQueued', 'emailed'),
  ];
}
