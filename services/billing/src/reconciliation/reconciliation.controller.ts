import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  acknowledgeDifference,
  DomainError,
  getReconciliation,
  listDifferences,
  recordAction,
  type RequestOf,
  startReconciliation,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { DifferenceRepository } from './difference.repository.js';
import { RunRepository } from './run.repository.js';

type Actor = Pick<RequestOf<typeof startReconciliation>, 'actorId' | 'caller'>;

@Controller()
export class ReconciliationController {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: RunRepository,
    private readonly differences: DifferenceRepository,
  ) {}

  @HandleCommand(getReconciliation)
  async get() {
    const [runs, openDifferences] = await Promise.all([this.runs.listNewest(), this.differences.countOpen()]);
    return { runs, openDifferences };
  }

  @HandleCommand(startReconciliation)
  async start(actor: RequestOf<typeof startReconciliation>) {
    return this.transactions.run(async (tx) => {
      await this.runs.request(tx, 'admin', actor.actorId);
      const run = await this.runs.getCurrent(tx);
      this.publishAction(tx, actor, 'reconciliation-started', { kind: 'reconciliation', id: run.id });
      return run;
    });
  }

  @HandleCommand(listDifferences)
  async list(request: RequestOf<typeof listDifferences>) {
    const differences = await this.differences.list(request);
    const last = differences.at(-1);
    const isFull = last !== undefined && differences.length === request.limit;
    return { differences, next: isFull ? { firstSeenAt: last.firstSeenAt, id: last.id } : null };
  }

  @HandleCommand(acknowledgeDifference)
  async acknowledge({ differenceId, note, ...actor }: RequestOf<typeof acknowledgeDifference>) {
    await this.transactions.run(async (tx) => {
      const state = await this.differences.lockState(tx, differenceId);
      if (state === undefined) throw new DomainError('DIFFERENCE_NOT_FOUND');
      if (state === 'resolved') throw new DomainError('DIFFERENCE_RESOLVED');
      await this.differences.acknowledge(tx, differenceId, note, actor.actorId);
      this.publishAction(tx, actor, 'difference-acknowledged', { kind: 'difference', id: differenceId });
    });
    return {};
  }

  private publishAction(
    tx: Tx,
    { actorId, caller }: Actor,
    action: string,
    subject: { readonly kind: string; readonly id: string },
  ): void {
    const actionId = randomUUID();
    const at = new Date().toISOString();
    tx.publish(
      recordAction,
      { actionId, action, actorId, userId: null, caller, subject, at },
      { key: actionId },
    );
  }
}
