import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  leadUndeliverable,
  type PayloadOf,
  refundApproved,
  type RequestOf,
  requestRefund,
  resolveRefund,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { toRefundDto } from './refund.entity.js';
import { RefundRequester } from './refund-requester.js';
import { RefundsService } from './refunds.service.js';

@Controller()
export class RefundsController {
  constructor(
    private readonly requester: RefundRequester,
    private readonly refunds: RefundsService,
  ) {}

  @HandleCommand(requestRefund)
  async request(request: RequestOf<typeof requestRefund>): Promise<ResponseOf<typeof requestRefund>> {
    return { refund: toRefundDto(await this.requester.requestByAdmin(request)) };
  }

  @HandleEvent(leadUndeliverable)
  refundUndeliverable(lead: PayloadOf<typeof leadUndeliverable>): Promise<void> {
    return this.requester.requestForUndeliverable(lead);
  }

  @HandleEvent(refundApproved)
  refundReported(approval: PayloadOf<typeof refundApproved>): Promise<void> {
    return this.requester.requestForReport(approval);
  }

  @HandleEvent(resolveRefund)
  resolve(request: PayloadOf<typeof resolveRefund>): Promise<void> {
    return this.refunds.resolve(request);
  }
}
