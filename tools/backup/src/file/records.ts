import { BackupError } from '../backup-error.js';
import { readFrames, toFrame } from './frames.js';

export interface TableName {
  readonly schema: string;
  readonly table: string;
}
export interface TableStart extends TableName {
  readonly columns: readonly string[];
}
export interface TableProgress extends TableName {
  readonly rows: number;
}
export interface SequenceValue {
  readonly schema: string;
  readonly sequence: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}
export interface BackupEnd {
  readonly tables: number;
  readonly sequences: readonly SequenceValue[];
}

/** The contents of a backup, in this order: for each table its start, rows and end, and at last the end of all. */
export type BackupRecord =
  | { readonly kind: 'table'; readonly table: TableStart }
  | { readonly kind: 'rows'; readonly data: Buffer }
  | { readonly kind: 'table-end'; readonly rows: number }
  | { readonly kind: 'end'; readonly end: BackupEnd };

const kinds = ['table', 'rows', 'table-end', 'end'] as const;

const toPayload = (record: Exclude<BackupRecord, { kind: 'rows' }>): unknown => {
  if (record.kind === 'table') return record.table;
  return record.kind === 'end' ? record.end : record.rows;
};

export const encodeRecord = (record: BackupRecord): Buffer =>
  toFrame(
    kinds.indexOf(record.kind),
    record.kind === 'rows' ? record.data : Buffer.from(JSON.stringify(toPayload(record))),
  );

function toRecord(kind: BackupRecord['kind'] | undefined, payload: Buffer): BackupRecord {
  if (kind === 'rows') return { kind, data: payload };
  const value: unknown = JSON.parse(payload.toString());
  if (kind === 'table') return { kind, table: value as TableStart };
  if (kind === 'table-end') return { kind, rows: value as number };
  if (kind === 'end') return { kind, end: value as BackupEnd };
  throw new BackupError('The backup contains something that this release does not know.');
}

/** @throws BackupError if the last record is not the end */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord, void> {
  let isComplete = false;
  for await (const { kind, payload } of readFrames(source)) {
    const record = toRecord(kinds[kind], payload);
    isComplete = record.kind === 'end';
    yield record;
  }
  if (!isComplete) throw new BackupError('The backup is incomplete.');
}
