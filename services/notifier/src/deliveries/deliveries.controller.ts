import { randomUUID } from 'node:crypto';
import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { leadSold } from '@desk/contracts';
import { Batcher, captureContext, type InContext, runForEach, Transactions, type Tx } from '@desk/outbox';
import { StepRunner } from '@desk/steps';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountMailService, type NewNotice } from '../account-mail/account-mail.service.js';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { PushFlow } from '../push/push.flow.js';
import { toPushContent } from '../push/push-notification.js';
import { NONE_STORED, NoticePreferencesRepository } from '../notices/notice-preferences.repository.js';
import { DeliveryFlow } from './delivery.flow.js';
import { DeliveryRepository } from './delivery.repository.js';

interface HandledSale {
  readonly sale: LeadSale;
  readonly message: Message;
  readonly inContext: InContext;
}

@Controller()
export class DeliveriesController implements OnApplicationBootstrap {
  private readonly sales = new Batcher((sales: readonly HandledSale[]) => this.createForSales(sales));

  constructor(
    private readonly transactions: Transactions,
    private readonly buyerChannels: ChannelRepository,
    private readonly channels: ChannelRegistry,
    private readonly deliveries: DeliveryRepository,
    private readonly preferences: NoticePreferencesRepository,
    private readonly mails: AccountMailService,
    private readonly pushes: PushFlow,
    private readonly steps: StepRunner,
    private readonly flow: DeliveryFlow,
  ) {}

  onApplicationBootstrap(): void {
    this.steps.start(this.flow);
  }

  /**
   * Creates one delivery per channel of the buyer, notifications on their browsers, and a receipt if they want
   * receipts. Throws while the buyer has no channel, so that the queue retries: a sale can overtake the buyer's registration, and
   * a paid lead must not be dropped.
   */
  @HandleEvent(leadSold)
  async createForSale(sale: LeadSale, message: Message): Promise<void> {
    await this.sales.add({ sale, message, inContext: captureContext() });
  }

  private async createForSales(sales: readonly HandledSale[]): Promise<undefined[]> {
    const messages = sales.map(({ message }) => message);
    await this.transactions.onceForAll(messages, (tx) => this.createAll(tx, sales));
    return sales.map(() => undefined);
  }

  private async createAll(tx: Tx, sales: readonly HandledSale[]): Promise<void> {
    const buyerIds = sales.map(({ sale }) => sale.buyerId);
    // One round trip for both.
    const [channels, preferences] = await Promise.all([
      this.buyerChannels.listUsable(tx, buyerIds),
      this.preferences.list(tx, buyerIds),
    ]);
    const channelsOf = Map.groupBy(channels, ({ buyerId }) => buyerId);
    const planned = sales.map(({ sale, inContext }) => {
      const usable = channelsOf.get(sale.buyerId);
      if (!usable) throw new Error(`buyer ${sale.buyerId} has no channel yet`);
      const deliveries = usable.map((channel) => {
        const id = randomUUID();
        return { id, messageId: this.channels.get(channel.kind).toMessageId(id), channel, sale };
      });
      return { sale, inContext, usable, deliveries };
    });
    this.deliveries.insert(
      tx,
      planned.flatMap(({ deliveries }) => deliveries),
    );
    await runForEach(planned, ({ sale, inContext, usable, deliveries }) =>
      inContext(async () => {
        // Harmless if the delivery exists already: no delivery has this id.
        for (const { id, channel } of deliveries)
          this.flow.table.sendAfterCommit(tx, { id, kind: channel.kind });
        if (usable.some(({ hasBrowsers }) => hasBrowsers))
          await this.pushes.create(tx, sale.buyerId, toPushContent(sale));
        const email = usable.find(({ kind }) => kind === 'email');
        const chosen = preferences.get(sale.buyerId) ?? NONE_STORED;
        if (email && chosen.receipts) await this.mails.insertFor(tx, email, chosen, toReceipt(sale));
      }),
    );
  }
}

const toReceipt = ({ leadId, offerId, buyerId: userId, amountCents, soldAt }: LeadSale): NewNotice => ({
  userId,
  occasion: `receipt-${offerId}`,
  content: { subject: 'receipt', amountCents, soldAt, leadId, offerId },
});
