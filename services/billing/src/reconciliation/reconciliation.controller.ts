import { HandleCommand } from '@desk/bullmq-transport';
import {
  acknowledgeDifference,
  DomainError,
  getReconciliation,
  listDifferences,
  type RequestOf,
  startReconciliation,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DifferenceRepository } from './difference.repository.js';
import { RunRepository } from './run.repository.js';

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
      await this.runs.request(tx, actor.actorId);
      const run = await this.runs.getCurrent(tx);
      const subject = { kind: 'reconciliation', id: run.id };
      publishAction(tx, { ...actor, action: 'reconciliation-started', userId: null, subject });
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
      const subject = { kind: 'difference', id: differenceId };
      publishAction(tx, { ...actor, action: 'difference-acknowledged', userId: null, subject });
    });
    return {};
  }
}
