import { CommandClient } from '@desk/bullmq-transport';
import {
  type CardOnFile,
  changeCard,
  createCardAuthentication,
  createCardSetup,
  getCard,
  retryCard,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';

@Controller()
export class CardsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.getCard)
  getCard({ user }: RouteInput<'getCard'>): Promise<CardOnFile> {
    return this.commands.send(getCard, { buyerId: user.id });
  }

  @HandleRoute(routes.createCardSetup)
  async createSetup({ body, user }: RouteInput<'createCardSetup'>): Promise<RouteAnswer<'createCardSetup'>> {
    const { id: buyerId, email } = user;
    const { clientSecret } = await this.commands.send(createCardSetup, { buyerId, email, ...body });
    return { clientSecret };
  }

  @HandleRoute(routes.retryCard)
  async retry({ user }: RouteInput<'retryCard'>): Promise<Success> {
    await this.commands.send(retryCard, { buyerId: user.id });
    return success;
  }

  @HandleRoute(routes.createCardAuthentication)
  createAuthentication({
    user,
  }: RouteInput<'createCardAuthentication'>): Promise<RouteAnswer<'createCardAuthentication'>> {
    return this.commands.send(createCardAuthentication, { buyerId: user.id });
  }

  @HandleRoute(routes.replaceCard)
  async replaceCard({ body, user, caller }: RouteInput<'replaceCard'>): Promise<Success> {
    await this.commands.send(changeCard, { ...body, userId: user.id, caller });
    return success;
  }
}
