import { type Mapping, MAPPING_VERSIONS_SHOWN, type MappingVersion } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface MappingRow extends Omit<MappingVersion, 'savedAt'> {
  readonly savedAt: Date;
}

const LIST = `
  SELECT version, mapping, saved_at AS "savedAt", saved_by AS "savedBy"
    FROM funnel_mappings WHERE funnel_id = $1 ORDER BY version DESC LIMIT $2`;

const toVersion = ({ savedAt, ...row }: MappingRow): MappingVersion => ({
  ...row,
  savedAt: savedAt.toISOString(),
});

/** How the posts of each funnel's tool are read. The newest version is in force. */
@Injectable()
export class MappingRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(funnelId: string): Promise<MappingVersion[]> {
    const rows: MappingRow[] = await this.dataSource.query(LIST, [funnelId, MAPPING_VERSIONS_SHOWN]);
    return rows.map(toVersion);
  }

  async findCurrent(funnelId: string): Promise<Mapping | null> {
    const [row]: MappingRow[] = await this.dataSource.query(LIST, [funnelId, 1]);
    return row?.mapping ?? null;
  }

  async findLatest(tx: Tx, funnelId: string): Promise<MappingVersion | undefined> {
    const [row] = await tx.query<MappingRow>(LIST, [funnelId, 1]);
    return row && toVersion(row);
  }

  insert(tx: Tx, funnelId: string, version: number, mapping: Mapping, savedBy: string): void {
    tx.send('INSERT INTO funnel_mappings (funnel_id, version, mapping, saved_by) VALUES ($1, $2, $3, $4)', [
      ...[funnelId, version, JSON.stringify(mapping), savedBy],
    ]);
  }
}
