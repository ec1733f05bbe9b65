import { type Percentiles, percentilesOf } from '@desk/tool-workload';
import type { Pool } from 'pg';
import type { Sample } from '../load/sample.js';

/** When a lead reached each point, as the database has it; milliseconds since the epoch. */
interface Trace {
  readonly leadId: string;
  readonly stored: number;
  readonly reserved: number;
  readonly purchase: number;
  readonly paid: number;
  readonly sold: number;
  readonly queued: number;
  readonly marked: number;
}

const at = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

const TRACE = `
  SELECT l.id AS "leadId", ${at('l.created_at')} AS stored, ${at('o.reserved_at')} AS reserved,
         ${at('p.created_at')} AS purchase, ${at('p.purchased_at')} AS paid, ${at('l.sold_at')} AS sold,
         ${at('d.queued_at')} AS queued, ${at('d.sent_at')} AS marked
    FROM leads.leads l
    JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    JOIN billing.purchases p ON p.offer_id = o.id
    JOIN notifications.deliveries d ON d.lead_id = l.id
   WHERE d.sent_at IS NOT NULL`;

export interface Step {
  readonly name: string;
  readonly times: Percentiles | undefined;
}

/** Where the milliseconds of each lead go. */
export async function readSteps(pool: Pool, samples: readonly Sample[]): Promise<Step[]> {
  const { rows } = await pool.query<Trace>(TRACE);
  const traces = new Map(rows.map((row) => [row.leadId, row]));
  const pairs = samples.flatMap((sample) => {
    const trace = traces.get(sample.leadId ?? '');
    return trace && sample.mailedAt !== undefined
      ? [{ ...trace, due: sample.dueAt, mailed: sample.mailedAt }]
      : [];
  });
  type Point = Exclude<keyof (typeof pairs)[number], 'leadId'>;
  const step = (name: string, from: Point, to: Point): Step => ({
    name,
    times: percentilesOf(pairs.map((pair) => pair[to] - pair[from])),
  });
  return [
    step('posted → insert of the lead', 'due', 'stored'),
    step('→ unit of a buyer taken', 'stored', 'reserved'),
    step('→ purchase begun', 'reserved', 'purchase'),
    step('→ paid (two calls of the provider)', 'purchase', 'paid'),
    step('→ sold', 'paid', 'sold'),
    step('→ delivery begun', 'sold', 'queued'),
    step('→ mail at the mail server', 'queued', 'mailed'),
    step('then → marked as sent', 'mailed', 'marked'),
  ];
}
