import { CommandClient } from '@desk/bullmq-transport';
import {
  beginPayment,
  checkEmail,
  completeSignUp,
  type Draft,
  getDraft,
  routes,
  saveDraft,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SessionCookie } from '../auth/session-cookie.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { readStep } from './read-step.js';

@Controller()
export class OnboardingController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
  ) {}

  @HandleRoute(routes.saveSignUpStep)
  saveStep({ request, caller }: RouteInput<'saveSignUpStep'>): Promise<RouteAnswer<'saveSignUpStep'>> {
    return this.commands.send(saveDraft, { ...readStep(request.body), caller });
  }

  @HandleRoute(routes.resumeSignUp)
  resume({ body, caller }: RouteInput<'resumeSignUp'>): Promise<Draft> {
    return this.commands.send(getDraft, { ...body, caller });
  }

  @HandleRoute(routes.checkEmail)
  checkEmail({ body, caller }: RouteInput<'checkEmail'>): Promise<RouteAnswer<'checkEmail'>> {
    return this.commands.send(checkEmail, { ...body, caller });
  }

  @HandleRoute(routes.setUpSignUpPayment)
  setUpPayment({
    body,
    caller,
  }: RouteInput<'setUpSignUpPayment'>): Promise<RouteAnswer<'setUpSignUpPayment'>> {
    return this.commands.send(beginPayment, { ...body, caller });
  }

  @HandleRoute(routes.completeSignUp)
  async complete({
    body,
    caller,
    request,
    response,
  }: RouteInput<'completeSignUp'>): Promise<RouteAnswer<'completeSignUp'>> {
    const replaced = this.cookie.readReplacedSid(request);
    const { user, session } = await this.commands.send(completeSignUp, { ...body, caller, ...replaced });
    this.cookie.set(response, session);
    return { success: true, user };
  }
}
