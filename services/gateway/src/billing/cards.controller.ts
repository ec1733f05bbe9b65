import { CommandClient } from '@desk/bullmq-transport';
import {
  cardAnswer,
  type CardOnFile,
  changeCard,
  clientSecretAnswer,
  createCardSetup,
  getCard,
  nothing,
  successAnswer,
  updatePaymentMethodSchema,
} from '@desk/contracts';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
import { success, type Success } from '../http/success.js';
import { Documented } from '../openapi/documented.js';
import { ValidBody } from '../http/valid.js';

@Controller('api')
@Access('signed-in')
export class CardsController {
  constructor(private readonly commands: CommandClient) {}

  @Get('user/card')
  @Documented({ summary: 'The card on file', answer: cardAnswer })
  read(@Current() { user }: SignedIn): Promise<CardOnFile> {
    return this.commands.send(getCard, { buyerId: user.id });
  }

  @Post('create-setup-intent')
  @Documented({ summary: 'Begin saving a card', answer: clientSecretAnswer })
  @HttpCode(200)
  async createSetup(
    @ValidBody(nothing()) _body: object,
    @Current() { user }: SignedIn,
  ): Promise<{ clientSecret: string }> {
    const { id: buyerId, email } = user;
    const { clientSecret } = await this.commands.send(createCardSetup, { buyerId, email });
    return { clientSecret };
  }

  @Post('update-payment-method')
  @Documented({
    summary: 'Charge this card from now on',
    answer: successAnswer,
    errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED', 'USER_NOT_FOUND'],
  })
  @HttpCode(200)
  async updateCard(
    @ValidBody(updatePaymentMethodSchema) { paymentMethodId }: InferType<typeof updatePaymentMethodSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(changeCard, { userId: user.id, paymentMethodId, caller });
    return success;
  }
}
