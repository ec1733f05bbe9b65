import type { RunPhase } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { type BalanceTransaction, ReconciliationClient } from '../provider/reconciliation-client.js';
import type { Finding, PartObject } from './compare.js';
import { DifferenceRepository } from './difference.repository.js';
import { ObjectComparer } from './object-comparer.js';
import { RecordRepository } from './record.repository.js';
import type { LeasedRun, Progress } from './run.repository.js';

/** The result of comparing one page of a phase. */
export interface Page {
  readonly findings: readonly Finding[];
  /** Ids at the provider that need not be looked for in the other direction. */
  readonly seen: readonly string[];
  readonly resolved: readonly string[];
  readonly balanceTransactions: readonly (BalanceTransaction & { readonly purchaseId: string })[];
  readonly progress: Progress;
  /** Where the next page begins. */
  readonly position: string;
}

type Pages = AsyncGenerator<Page>;
type Reader = (run: LeasedRun, position: string | null) => Pages;

/** Each row needs a call of its own. The calls of a page run at the same time. */
const ROWS_PER_PAGE = 10;

const EMPTY = { findings: [], seen: [], resolved: [], balanceTransactions: [], progress: {} } as const;
const idOfLast = (items: readonly { readonly id: string }[]): string => items.at(-1)?.id ?? '';

@Injectable()
export class PageReader {
  private readonly readers: Readonly<Record<RunPhase, Reader>> = {
    payments: (run, position) => this.readPayments(run, position),
    purchases: (run, position) => this.readPurchases(run, position),
    refunds: (run, position) => this.readParts('refund', run, position),
    'refund-rows': (run, position) => this.readPartRows('refund', run, position),
    disputes: (run, position) => this.readParts('dispute', run, position),
    'dispute-rows': (run, position) => this.readPartRows('dispute', run, position),
    differences: (run, position) => this.readDifferences(run, position),
    fees: (run, position) => this.readFees(run, position),
  };

  constructor(
    private readonly client: ReconciliationClient,
    private readonly records: RecordRepository,
    private readonly objects: ObjectComparer,
    private readonly differences: DifferenceRepository,
  ) {}

  read(phase: RunPhase, run: LeasedRun, position: string | null): Pages {
    return this.readers[phase](run, position);
  }

  private async *readPayments(run: LeasedRun, position: string | null): Pages {
    for await (const payments of this.client.listPayments(run, position)) {
      const findings = await this.objects.comparePayments(payments, run.to);
      const seen = payments.map(({ id }) => id);
      yield {
        ...EMPTY,
        findings,
        seen,
        progress: { payments: payments.length },
        position: idOfLast(payments),
      };
    }
  }

  private async *readPurchases(run: LeasedRun, position: string | null): Pages {
    const list = (after: string | null) => this.records.listUnseenPayments(toQuery(run, after));
    for await (const rows of toPages(list, position)) {
      const findings = await this.objects.compareUnseenPayments(rows, run.to);
      yield { ...EMPTY, findings, progress: { payments: rows.length }, position: idOfLast(rows) };
    }
  }

  private async *readParts(object: PartObject, run: LeasedRun, position: string | null): Pages {
    const list = object === 'refund' ? 'listRefunds' : 'listDisputes';
    for await (const parts of this.client[list](run, position)) {
      const findings = await this.objects.compareParts(object, parts, run.to);
      const seen = parts.map(({ id }) => id);
      const progress = { [`${object}s`]: parts.length };
      yield { ...EMPTY, findings, seen, progress, position: idOfLast(parts) };
    }
  }

  private async *readPartRows(object: PartObject, run: LeasedRun, position: string | null): Pages {
    const list = (after: string | null) => this.records.listUnseenParts(object, toQuery(run, after));
    for await (const rows of toPages(list, position)) {
      const compared = await Promise.all(
        rows.map((row) => this.objects.compareUnseenPart(object, row, run.to)),
      );
      const progress = { [`${object}s`]: rows.length };
      yield { ...EMPTY, ...foundIn(compared), progress, position: idOfLast(rows) };
    }
  }

  /** Compares again what earlier runs found and this one did not. What is changing waits for the next run. */
  private async *readDifferences(run: LeasedRun, position: string | null): Pages {
    const list = (after: string | null) => this.differences.listUnconfirmed(run.id, after, ROWS_PER_PAGE);
    for await (const known of toPages(list, position)) {
      const compared = await Promise.all(
        known.map((difference) => this.objects.compareAgain(difference, run.to)),
      );
      const findings = compared.filter(({ isInProgress }) => !isInProgress).map(({ finding }) => finding);
      const resolved = known.filter((_, index) => compared[index]?.finding === undefined).map(({ id }) => id);
      yield { ...EMPTY, ...foundIn(findings), resolved, position: idOfLast(known) };
    }
  }

  private async *readFees(run: LeasedRun, position: string | null): Pages {
    for await (const transactions of this.client.listBalanceTransactions(run, position)) {
      const purchases = await this.objects.findPurchaseIds(transactions);
      const balanceTransactions = transactions.flatMap((transaction) => {
        const purchaseId = purchases.get(transaction.intentId ?? '');
        return purchaseId === undefined ? [] : [{ ...transaction, purchaseId }];
      });
      yield { ...EMPTY, balanceTransactions, position: idOfLast(transactions) };
    }
  }
}

const toQuery = ({ id: runId, from, to }: LeasedRun, position: string | null) => ({
  runId,
  from,
  to,
  position,
  limit: ROWS_PER_PAGE,
});

const foundIn = (findings: readonly (Finding | undefined)[]) => ({
  findings: findings.filter((finding) => finding !== undefined),
});

/** Lists rows page by page, each after the last row of the one before. */
async function* toPages<Row extends { readonly id: string }>(
  list: (after: string | null) => Promise<Row[]>,
  position: string | null,
): AsyncGenerator<Row[]> {
  for (let rows = await list(position); rows.length > 0; rows = await list(idOfLast(rows))) yield rows;
}
