import { BackupError } from '../backup-error.js';

export interface TableName {
  readonly schema: string;
  readonly table: string;
}
export interface TableStart extends TableName {
  readonly columns: readonly string[];
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
const PREFIX_BYTES = 5;

function toPayload(record: BackupRecord): Buffer {
  if (record.kind === 'rows') return record.data;
  if (record.kind === 'table') return Buffer.from(JSON.stringify(record.table));
  return Buffer.from(JSON.stringify(record.kind === 'end' ? record.end : record.rows));
}

function toRecord(kind: BackupRecord['kind'] | undefined, payload: Buffer): BackupRecord {
  if (kind === 'rows') return { kind, data: payload };
  const value: unknown = JSON.parse(payload.toString());
  if (kind === 'table') return { kind, table: value as TableStart };
  if (kind === 'table-end') return { kind, rows: value as number };
  if (kind === 'end') return { kind, end: value as BackupEnd };
  throw new BackupError('The backup contains something that this release does not know.');
}

export function encodeRecord(record: BackupRecord): Buffer {
  const payload = toPayload(record);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(kinds.indexOf(record.kind));
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

/** @throws BackupError if the last record is not the end */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord, void> {
  let waiting = Buffer.alloc(0);
  let lastKind: string | undefined;
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data]);
    while (waiting.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + waiting.readUInt32BE(1);
      if (waiting.length < end) break;
      const record = toRecord(kinds[waiting.readUInt8()], waiting.subarray(PREFIX_BYTES, end));
      lastKind = record.kind;
      yield record;
      waiting = waiting.subarray(end);
    }
  }
  if (lastKind !== 'end' || waiting.length > 0) throw new BackupError('The backup is incomplete.');
}
