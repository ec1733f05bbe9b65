import { CommandClient } from '@desk/bullmq-transport';
import { beginPayment, checkEmail, completeSignUp, getDraft, routes, saveDraft } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SessionCookie } from '../auth/session-cookie.js';
import { forward, forwardRoutes, inputWithCaller } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { readStep } from './read-step.js';

export const SignUpRoutes = forwardRoutes([
  forward('saveSignUpStep', saveDraft, ({ request, caller }) => ({ ...readStep(request.body), caller })),
  forward('resumeSignUp', getDraft, inputWithCaller),
  forward('checkEmail', checkEmail, inputWithCaller),
  forward('setUpSignUpPayment', beginPayment, inputWithCaller),
]);

@Controller()
export class OnboardingController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
  ) {}

  @HandleRoute(routes.completeSignUp)
  async complete(input: RouteInput<'completeSignUp'>): Promise<RouteAnswer<'completeSignUp'>> {
    const { body, caller, request, response } = input;
    const replaced = this.cookie.readReplacedSid(request);
    const { user, session } = await this.commands.send(completeSignUp, { ...body, caller, ...replaced });
    this.cookie.set(response, session);
    return { success: true, user };
  }
}
