import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, META_ID, requestLeadFetches } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Answer } from './answers.js';
import type { IncomingRequest } from './incoming-request.js';
import { PostHolder, type Refusal } from './post-holder.js';
import type { NotifiedLead, Secrets, Source } from './source.js';

const ACCEPTED: Answer = { status: 200, contentType: 'application/json', body: '{"status":"accepted"}' };

/** Why a notification is held without its lead. */
const describeMissing = (source: Source): string =>
  source.isFetched
    ? `Connect ${source.name} on the funnel's page, then replay this post: the lead will be fetched.`
    : `${source.name} sent only the id of a lead, and its leads cannot be fetched yet. Download the lead there.`;

/** Accepts posts that contain the ids of leads, not the leads. */
@Injectable()
export class LeadNotifications {
  constructor(
    private readonly commands: CommandClient,
    private readonly holder: PostHolder,
  ) {}

  /** Returns the answer once each id is durable. @throws UNAVAILABLE: the platform repeats the notification */
  async accept(
    funnel: { readonly funnelId: string; readonly secrets: Secrets },
    incoming: IncomingRequest,
    source: Source,
    leads: readonly NotifiedLead[],
  ): Promise<Answer> {
    const { funnelId, secrets } = funnel;
    if (source.isFetched && secrets.meta !== undefined) {
      const externalIds = leads.map(({ id }) => id).filter((id) => META_ID.test(id));
      await this.commands.send(requestLeadFetches, { funnelId, externalIds });
    } else
      for (const { body } of leads) {
        const bytes = Buffer.from(JSON.stringify(body));
        const request = { ...incoming, tool: source.id, contentType: 'application/json', body: bytes };
        const refusal: Refusal = { reason: 'not_fetched', detail: describeMissing(source), faults: [] };
        if (!(await this.holder.holdWithReason(funnelId, request, refusal)))
          throw new DomainError('UNAVAILABLE');
      }
    return ACCEPTED;
  }
}
