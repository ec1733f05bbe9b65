import { randomUUID } from 'node:crypto';
import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { leadSold, type PayloadOf, sendDelivery } from '@desk/contracts';
import { Batcher, captureContext, type InContext, runForEach, Transactions, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountMailService, type NewNotice } from '../account-mail/account-mail.service.js';
import { ChannelRegistry } from '../channels/channel-registry.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { createPushes } from '../push/push-dispatcher.js';
import { toPushContent } from '../push/push-notification.js';
import { NoticePreferencesRepository } from '../notices/notice-preferences.repository.js';
import { SendingService } from '../sending/sending.service.js';
import { DeliveryDispatcher, enqueueDelivery } from './delivery-dispatcher.js';
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
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.sending.startSweeping(this.dispatcher);
  }

  /**
   * Creates and enqueues one delivery per channel of the buyer, notifications on their browsers, and a receipt if they want
   * receipts. Throws while the buyer has no channel, so that the queue retries: a sale can overtake the buyer's registration, and
   * a paid lead must not be dropped.
   */
  @HandleEvent(leadSold)
  async createForSale(sale: LeadSale, message: Message): Promise<void> {
    await this.sales.add({ sale, message, inContext: captureContext() });
    crashPoint('notifier.after-delivery-rows');
  }

  @HandleEvent(sendDelivery)
  send({ deliveryId, channel }: PayloadOf<typeof sendDelivery>): Promise<void> {
    return this.sending.attempt(this.dispatcher, deliveryId, channel);
  }

  private async createForSales(sales: readonly HandledSale[]): Promise<undefined[]> {
    const messages = sales.map(({ message }) => message);
    await this.transactions.onceForAll(messages, async (tx) => {
      await runForEach(sales, ({ sale, inContext }) => inContext(() => this.create(tx, sale)));
      crashPoint('notifier.before-delivery-rows');
    });
    return sales.map(() => undefined);
  }

  private async create(tx: Tx, sale: LeadSale): Promise<void> {
    // One round trip for both.
    const [buyerChannels, preferences] = await Promise.all([
      this.buyerChannels.listUsable(tx, sale.buyerId),
      this.preferences.find(tx, sale.buyerId),
    ]);
    if (buyerChannels.length === 0) throw new Error(`buyer ${sale.buyerId} has no channel yet`);
    for (const channel of buyerChannels) {
      const id = randomUUID();
      const messageId = this.channels.get(channel.kind).toMessageId(id);
      this.deliveries.insert(tx, { id, messageId, channel, sale });
      // Harmless if the delivery exists already: no delivery has this id.
      enqueueDelivery(tx, { id, kind: channel.kind }, 1);
    }
    if (buyerChannels.some(({ hasBrowsers }) => hasBrowsers))
      await createPushes(tx, sale.buyerId, toPushContent(sale));
    const email = buyerChannels.find(({ kind }) => kind === 'email');
    if (email) await this.mails.insertFor(tx, email, preferences, toReceipt(sale));
  }
}

const toReceipt = ({ leadId, offerId, buyerId: userId, amountCents, soldAt }: LeadSale): NewNotice => ({
  userId,
  occasion: `receipt-${offerId}`,
  content: { subject: 'receipt', amountCents, soldAt, leadId, offerId },
});
