import { type Mapping, MAPPING_VERSIONS_SHOWN, type MappingVersion } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type MappingRow = WithDates<MappingVersion, 'savedAt'>;

const LIST = `
  SELECT version, mapping, saved_at AS "savedAt", saved_by AS "savedBy"
    FROM funnel_mappings WHERE funnel_id = $1 ORDER BY version DESC LIMIT $2`;

/** How the posts of each funnel's tool are read. The newest version is in force. */
@Injectable()
export class MappingRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(funnelId: string): Promise<MappingVersion[]> {
    const rows: MappingRow[] = await this.dataSource.query(LIST, [funnelId, MAPPING_VERSIONS_SHOWN]);
    return rows.map(toInstants);
  }

  async findLatest(queries: Pick<Tx, 'query'>, funnelId: string): Promise<MappingVersion | undefined> {
    const [row] = await queries.query<MappingRow>(LIST, [funnelId, 1]);
    return row && toInstants(row);
  }

  insert(tx: Tx, funnelId: string, version: number, mapping: Mapping, savedBy: string): void {
    tx.send('INSERT INTO funnel_mappings (funnel_id, version, mapping, saved_by) VALUES ($1, $2, $3, $4)', [
      ...[funnelId, version, JSON.stringify(mapping), savedBy],
    ]);
  }
}
