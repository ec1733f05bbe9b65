import { channelFacts, type OptionalChannelKind } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import type { Postponement } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import type { LeadMessage } from './channel.js';
import { ChannelRegistry } from './channel-registry.js';
import { addFailure, hasFailedForDays } from './failing-time.js';
import { type AttemptedDestination, OptionalChannelRepository } from './optional-channel.repository.js';
import { OptionalChannelsService } from './optional-channels.service.js';

/** Sends over the channels that agents added, and disables a channel that keeps failing. */
@Injectable()
export class ChannelHealth {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly channels: OptionalChannelRepository,
    private readonly service: OptionalChannelsService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Uses the channel as it is now, not as it was when the lead was sold. */
  async send(
    channelId: string,
    kind: OptionalChannelKind,
    message: LeadMessage,
  ): Promise<SendOutcome | Postponement> {
    const channel = await this.channels.findActive(channelId);
    if (!channel) return { result: 'permanent', reason: 'CHANNEL_OFF' };
    const { address, settings, isFailing } = channel;
    const outcome = await this.registry.getOptional(kind).send({ ...message, address }, settings);
    return outcome.result === 'accepted' && isFailing ? { ...outcome, endsFailures: true } : outcome;
  }

  /** Ends the channel's failures. Best-effort: the message is recorded as sent, and the next success ends them too. */
  async recordAccepted(destination: AttemptedDestination): Promise<void> {
    try {
      await this.channels.recordAccepted(destination);
    } catch (err) {
      const { channelId } = destination;
      this.logger.warn({ err, channelId }, 'channel success not recorded');
    }
  }

  /** Ignores the failure if the agent has set up another destination since. */
  async recordFailure(
    tx: Tx,
    kind: OptionalChannelKind,
    { channelId, verifiedAt }: AttemptedDestination,
    { reason, disables }: SendFailure,
  ): Promise<void> {
    if (reason === 'CHANNEL_OFF') return;
    const locked = await this.channels.lockFailures(tx, { channelId, verifiedAt });
    if (!locked) return;
    const failures = addFailure(locked, locked.now);
    await this.channels.saveFailures(tx, channelId, failures);
    const isFailing = channelFacts[kind].isDisabledByFailures && hasFailedForDays(failures);
    const cause = disables ?? (isFailing ? 'FAILING_FOR_DAYS' : undefined);
    if (cause) await this.service.disable(tx, channelId, cause);
  }
}
