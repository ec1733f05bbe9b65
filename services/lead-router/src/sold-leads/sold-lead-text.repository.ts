import { DataCipher, SearchCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matchesBits, matchesBytes, matchesTerms, type SearchTerm } from '../search/search-terms.js';

/** Decrypting and comparing them takes a few milliseconds, after which other requests have their turn. */
const CHUNK_ROWS = 4_000;
const UUID_BYTES = 16;
const LENGTH_BYTES = 2;

/** Values in base64, which the database client reads faster than bytes in hexadecimal. Null if there is no row. */
interface ChunkRow {
  readonly count: number;
  readonly ids: string | null;
  readonly lengths: string | null;
  readonly texts: string | null;
  readonly lastSoldAt: Date | null;
}

/** Matching leads of one chunk, newest first. */
export interface MatchingLeads {
  readonly count: number;
  /** Returns the ids of some of them. */
  readonly ids: (start: number, end: number) => string[];
}

/**
 * Searches leads of one buyer by scanning their encrypted texts: the database selects those whose signature fits, and
 * the decrypted texts decide (ADR 27). The rows of a chunk come as three values, because the database client takes
 * longer to read thousands of rows than to scan them.
 */
@Injectable()
export class SoldLeadTextRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** `condition` selects rows of `sold_leads s` with the values of `parameters`. */
  async *findMatches(
    condition: string,
    parameters: readonly unknown[],
    terms: readonly SearchTerm[],
  ): AsyncGenerator<MatchingLeads> {
    const values = [...parameters];
    const candidates = `${condition} AND ${this.mayMatch(terms, values)}`;
    let after: readonly [soldAt: Date, leadId: string] | undefined;
    for (;;) {
      const { count, lastSoldAt, ...chunk } = await this.readChunk(candidates, values, after);
      if (chunk.ids === null || lastSoldAt === null) return;
      const ids = Buffer.from(chunk.ids, 'base64');
      const texts = this.decrypt(chunk.lengths ?? '', chunk.texts ?? '');
      const places = texts.flatMap((text, place) => (matchesTerms(terms, text) ? [place] : []));
      yield {
        count: places.length,
        ids: (start, end) => places.slice(start, end).map((place) => readUuid(ids, place)),
      };
      if (count < CHUNK_ROWS) return;
      after = [lastSoldAt, readUuid(ids, count - 1)];
    }
  }

  /** Bits are read only from texts that have them: a readable text may be shorter. */
  private mayMatch(terms: readonly SearchTerm[], parameters: unknown[]): string {
    const cases = this.cipher.search.patternSearches('text').map(({ prefix, toBits }) => {
      const start = `substr(s.search_bytes, 1, ${prefix.length}) = $${parameters.push(prefix)}::bytea`;
      return `WHEN ${start} THEN ${matchesBits('s.search_bytes', terms, toBits)}`;
    });
    return `CASE ${cases.join(' ')} ELSE ${matchesBytes('s.search_bytes', terms, parameters)} END`;
  }

  private async readChunk(
    condition: string,
    parameters: readonly unknown[],
    after: readonly [soldAt: Date, leadId: string] | undefined,
  ): Promise<ChunkRow> {
    const values = [...parameters, ...(after ?? [])];
    const position = after
      ? `AND (s.sold_at, s.lead_id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`
      : '';
    const [chunk]: ChunkRow[] = await this.dataSource.query(
      `SELECT count(*)::int AS count, min(s.sold_at) AS "lastSoldAt",
              encode(string_agg(uuid_send(s.lead_id), ''), 'base64') AS ids,
              encode(string_agg(int2send(octet_length(s.search_bytes)::int2), ''), 'base64') AS lengths,
              encode(string_agg(s.search_bytes, ''), 'base64') AS texts
         FROM (SELECT s.lead_id, s.sold_at, s.search_bytes FROM sold_leads s WHERE ${condition} ${position}
                ORDER BY s.sold_at DESC, s.lead_id DESC LIMIT ${CHUNK_ROWS}) s`,
      values,
    );
    return chunk ?? { count: 0, ids: null, lengths: null, texts: null, lastSoldAt: null };
  }

  /** Returns the text of each row. */
  private decrypt(lengths: string, texts: string): string[] {
    const rows = splitRows(Buffer.from(lengths, 'base64'), Buffer.from(texts, 'base64'));
    const decrypted = this.cipher.search
      .decrypt(rows.filter((row) => SearchCipher.isEncrypted(row)))
      .values();
    return rows.map((row) =>
      SearchCipher.isEncrypted(row) ? (decrypted.next().value?.text ?? '') : row.toString(),
    );
  }
}

function splitRows(lengths: Buffer, texts: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  for (let place = 0, start = 0; place < lengths.length; place += LENGTH_BYTES) {
    const end = start + lengths.readUInt16BE(place);
    rows.push(texts.subarray(start, end));
    start = end;
  }
  return rows;
}

function readUuid(ids: Buffer, place: number): string {
  const hex = ids.toString('hex', place * UUID_BYTES, (place + 1) * UUID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
