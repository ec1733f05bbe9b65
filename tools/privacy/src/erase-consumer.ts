import { setTimeout as pause } from 'node:timers/promises';
import type { CallService } from './call-service.js';
import type { Person } from './options.js';

interface FoundLead {
  readonly id: string;
  readonly status: string;
}
interface FoundLeads {
  readonly leads: readonly FoundLead[];
}
interface ErasedLeads {
  readonly anonymized: number;
  readonly unfinished: readonly string[];
  readonly consentRecordsKept: number;
}
interface RemovedContents {
  readonly removed: number;
  readonly unfinished: readonly string[];
}

export type Erasure = Awaited<ReturnType<typeof eraseConsumer>>;

const POLL_MS = 500;

/**
 * Removes what identifies a consumer from every schema. Waits for charges and deliveries in progress, because an agent
 * gets what was paid for; what takes longer is returned as unfinished and erased by the next call. Safe to repeat.
 */
export async function eraseConsumer(person: Person, call: CallService, timeoutMs: number) {
  const deadline = Date.now() + timeoutMs;
  const recordedIds = new Set<string>();
  let total = { anonymized: 0, contentsRemoved: 0, consentRecordsKept: 0 };
  for (let round = 1; ; round += 1) {
    const { leads } = await call<FoundLeads>('lead-router', { action: 'prepare-erasure', person });
    const soldIds = leads.filter(({ status }) => status === 'sold').map(({ id }) => id);
    const contents = await call<RemovedContents>('notifier', { action: 'erase', leadIds: soldIds });
    const deliveredIds = soldIds.filter((id) => !contents.unfinished.includes(id));
    const isBusy = ({ id, status }: FoundLead): boolean =>
      status === 'reserved' || contents.unfinished.includes(id);
    const leadIds = leads.filter((lead) => !isBusy(lead)).map(({ id }) => id);
    const newIds = leadIds.filter((id) => !recordedIds.has(id));
    // Recorded first: once a lead is erased, no later run finds it.
    if (round === 1 || newIds.length > 0)
      await call('accounts', { action: 'consumer-erased', leadIds: newIds });
    newIds.forEach((id) => recordedIds.add(id));
    const erased = await call<ErasedLeads>('lead-router', { action: 'erase', leadIds, deliveredIds });
    total = {
      anonymized: total.anonymized + erased.anonymized,
      contentsRemoved: total.contentsRemoved + contents.removed,
      consentRecordsKept: total.consentRecordsKept + erased.consentRecordsKept,
    };
    const unfinished = [...leads.filter(isBusy).map(({ id }) => id), ...erased.unfinished];
    if (unfinished.length === 0 || Date.now() >= deadline) return { ...total, unfinished };
    await pause(POLL_MS);
  }
}
