import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, getLeadStatus, type RequestOf, type ResponseOf } from '@desk/contracts';
import { toInstants, type WithDates } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FunnelKeyRepository } from '../funnels/funnel-key.repository.js';
import { TestLeads } from './test-leads.js';

const FIND_OF_FUNNEL = `
  SELECT id AS "leadId", status, created_at AS "receivedAt", sold_at AS "soldAt"
    FROM leads WHERE id = $1 AND funnel_id = $2`;

type LeadStatus = ResponseOf<typeof getLeadStatus>;

/** Reports to a funnel what became of a lead that it posted. */
@Controller()
export class LeadStatusController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: FunnelKeyRepository,
    private readonly testLeads: TestLeads,
  ) {}

  /**
   * @throws UNKNOWN_FUNNEL_KEY for a key that was revoked or is of another kind, or a paused funnel; LEAD_NOT_FOUND for
   *   leads of other funnels too
   */
  @HandleCommand(getLeadStatus)
  async get(request: RequestOf<typeof getLeadStatus>): Promise<LeadStatus> {
    const { funnelId, leadId, keyHash } = request;
    const funnel = await this.keys.findByKeyHash(keyHash);
    if (funnel?.funnelId !== funnelId || funnel.isPaused || funnel.keyKind !== 'server')
      throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const [lead]: WithDates<LeadStatus, 'receivedAt' | 'soldAt'>[] = await this.dataSource.query(
      FIND_OF_FUNNEL,
      [leadId, funnelId],
    );
    return lead ? toInstants(lead) : this.testLeads.getStatus(funnelId, leadId);
  }
}
